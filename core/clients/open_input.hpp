#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <workbench/caller.hpp>

namespace workbench::clients {

/// An input request that its client has not answered.
struct OpenInput {
  std::string method;
  std::string message;  ///< that a person is shown, its beginning; empty: the method has none
  std::chrono::steady_clock::time_point since;

  [[nodiscard]] static OpenInput of(const InputRequest& input_request, std::chrono::steady_clock::time_point since);
};

using OpenInputs = std::vector<OpenInput>;

}  // namespace workbench::clients
