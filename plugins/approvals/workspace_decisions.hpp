#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call_key.hpp"

namespace workbench::approvals {

/// A decision for later calls of one workspace.
struct StandingDecision {
  std::string id;
  CallKey key;
  bool has_any_arguments = false;  ///< `key.arguments` does not matter
  bool covers_flows = false;       ///< the person was told that three labels meet, and has agreed to that
  std::string arguments;           ///< as they are shown; empty: any
  std::string who;
  std::string how;
  std::chrono::system_clock::time_point since;
};

/// A person's answer to a call that was answered meanwhile, for the call that repeats it.
struct KeptAnswer {
  CallKey key;
  bool is_yes = false;
  bool covers_flows = false;
  std::string reason;
  std::chrono::steady_clock::time_point expires;
};

/// What people have decided in one workspace for calls that are still to come. A decision about a tool ends when a call
/// finds the tool with another definition, even if the former one returns later. [loop thread]
class WorkspaceDecisions {
 public:
  /// The oldest one beyond 1,000 is removed: its calls are asked for again.
  void add(StandingDecision decision);
  /// Whether a call may pass; `is_flow`: three labels would meet. Removes what a changed definition has ended.
  [[nodiscard]] bool allow(const CallKey& key, bool is_flow);
  /// False: there is none of this id.
  [[nodiscard]] bool revoke(std::string_view id);
  [[nodiscard]] const std::vector<StandingDecision>& standing() const { return standing_; }

  /// The same limit holds.
  void keep(KeptAnswer answer, std::chrono::steady_clock::time_point now);
  /// The answer for this call, once; absent: there is none, or it has expired. A yes that does not cover a flow
  /// is none for a call that needs that.
  [[nodiscard]] std::optional<KeptAnswer> extract(const CallKey& key, bool is_flow,
                                                  std::chrono::steady_clock::time_point now);

 private:
  std::vector<StandingDecision> standing_;  // the oldest first
  std::vector<KeptAnswer> kept_;            // the same
};

}  // namespace workbench::approvals
