#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>

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
  std::shared_ptr<void> claim = nullptr;  ///< see ApprovalWorkspace::claim()
  EventLoop::Timer expiry = nullptr;      ///< removes it when it has expired
};

/// What people have decided in one workspace for calls that are still to come. A decision about a tool ends when a call
/// finds the tool with another definition, even if the former one returns later. [loop thread]
class WorkspaceDecisions {
 public:
  using Clock = std::chrono::steady_clock;

  /// The oldest one beyond 1,000 is removed: its calls are asked for again.
  void add(StandingDecision decision);
  /// Whether a call may pass; `is_flow`: three labels would meet. Removes what a changed definition has ended. Takes
  /// the same time however many decisions there are.
  [[nodiscard]] bool allow(const CallKey& key, bool is_flow);
  /// False: there is none of this id.
  [[nodiscard]] bool revoke(std::string_view id);
  /// The oldest first.
  [[nodiscard]] const std::list<StandingDecision>& standing() const { return standing_; }

  /// Removes those that have expired, and the oldest one if there are `max` of them. False: that one had not expired.
  bool keep(KeptAnswer answer, std::size_t max, Clock::time_point now);
  void drop_expired(Clock::time_point now);
  /// The answer for this call, once; absent: there is none, or it has expired. A yes that does not cover a flow
  /// is none for a call that needs that.
  [[nodiscard]] std::optional<KeptAnswer> extract(const CallKey& key, bool is_flow, Clock::time_point now);

 private:
  /// What a decision is about. The places of one tool are neighbours, and in them those of one definition.
  struct Place {
    std::string method;
    std::string toolbox;
    std::string server;
    std::string tool;
    ContentDigest definition{};
    bool has_any_arguments = false;
    ContentDigest arguments{};  // zeros: any
    auto operator<=>(const Place&) const = default;
  };
  using Places = std::multimap<Place, std::list<StandingDecision>::iterator>;

  [[nodiscard]] static Place place_of(const CallKey& key, bool has_any_arguments);
  [[nodiscard]] bool has_for(const Place& place, bool is_flow) const;
  void end_other_definitions(const CallKey& key);
  void remove(Places::iterator place);
  void remove(std::list<StandingDecision>::iterator decision);

  std::list<StandingDecision> standing_;  // the oldest first
  Places places_;                         // of all of them
  std::vector<KeptAnswer> kept_;          // the oldest first
};

}  // namespace workbench::approvals
