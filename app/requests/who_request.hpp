#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "requests/operator_methods.hpp"

namespace workbench::app {

/// The request `workbench/whoami`, {} -> {"who", "sees": "everything" or "own", "version", "pid", "startedAt", "host"},
/// and `toolboxesFile` and `lockFile` for an operator who sees everything. [loop thread]
class WhoRequest final : public OperatorMethods {
 public:
  /// What the configuration is at the moment.
  struct Files {
    std::string toolboxes;
    std::string lock;  ///< empty: the configuration has none
  };

  explicit WhoRequest(std::function<Files()> files) : files_(std::move(files)) {}

  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/whoami"; }
  /// Answers at once, and never with an error.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

 private:
  const std::function<Files()> files_;
  const std::chrono::system_clock::time_point start_ = std::chrono::system_clock::now();
};

}  // namespace workbench::app
