#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>

#include <workbench/move_only_function.hpp>

namespace workbench::servers {

/// The tools of one server whose results do not conform to their outputSchema. Native lists show them without it,
/// because official clients throw away what does not conform. Kept as long as the server is configured. [loop thread]
class OutputSchemas {
 public:
  using Clock = std::chrono::steady_clock;

  /// `withdrawn` is called inside withdraw(), when the lists of tools have to be made again.
  void on_withdrawn(MoveOnlyFunction<void()> withdrawn) { withdrawn_ = std::move(withdrawn); }

  /// A result of the tool, by the name that clients know, does not conform. Later results make no difference.
  void withdraw(const std::string& tool) {
    const bool is_first = times_.emplace(tool, Clock::now()).second;
    if (is_first && withdrawn_) withdrawn_();
  }

  [[nodiscard]] bool is_withdrawn(const std::string& tool) const { return times_.count(tool) > 0; }

  /// Whether a client that was shown the tools at `time`, and not since, knows the schema of this one.
  [[nodiscard]] bool was_shown(const std::string& tool, Clock::time_point time) const {
    const auto found = times_.find(tool);
    return found == times_.end() || found->second >= time;
  }

 private:
  std::map<std::string, Clock::time_point> times_;  // at which the schemas were withdrawn, by tool
  MoveOnlyFunction<void()> withdrawn_;
};

}  // namespace workbench::servers
