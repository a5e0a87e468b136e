#pragma once

#include <cstddef>
#include <deque>
#include <string>

#include <workbench/json.hpp>

namespace workbench::clients {

/// The ids of the elicitations in URL mode that one session has been sent and that are not complete, the latest of
/// them. The user may finish one long after the request in whose course it was sent. [loop thread]
class ElicitationIds {
 public:
  static constexpr std::size_t kMax = 1'000;
  static constexpr std::size_t kMaxBytes = 1'024;  ///< of one

  /// Does nothing for anything but a string of at most kMaxBytes.
  void add(const Json& id);
  /// It is complete. False: the session has not been sent it, or it was complete already.
  [[nodiscard]] bool extract(const Json& id);

 private:
  std::deque<std::string> ids_;
};

}  // namespace workbench::clients
