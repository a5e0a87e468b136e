#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "approval_workspace.hpp"
#include "argument_text.hpp"
#include "call_key.hpp"
#include "held_request.hpp"

namespace workbench::approvals {

/// How a question ended for the request that waits for it.
struct Verdict {
  enum class Kind {
    yes,
    no,
    announced,  ///< not answered so far; the question stays, and the client is to repeat the request
    expired,    ///< not answered in time
    closing,    ///< the workbench is ending
  };

  Kind kind = Kind::no;
  std::string reason;         ///< a person's, with `no`; may be empty
  bool covers_flows = false;  ///< with `yes`: the person was told that three labels meet
};

/// What a person is shown of a request. Everything is visible text; `key` has the exact names.
struct QuestionText {
  std::string title;
  std::vector<std::string> hints;  ///< "destructive", "open-world", ...
  std::vector<std::string> rules;  ///< the entries of `approve` that match
  std::string flow;                ///< why three labels would meet; empty: they would not
  std::string since;               ///< what the record of reviewed items says; empty: there is none
  ArgumentText arguments;
};

/// One request about which a person has to decide.
///
///                 ask()
///                   |
///                   v      hold passes, or the client's
///             +-- held --+ question is dismissed            +-- announced --+
///             |          |--------------------------------->|               |
///             |          |<---------------------------------|               |
///             +----------+       the request is repeated    +---------------+
///              |   |   |                                      |     |     |
///       answer |   |   | client cancels       answer (kept    |     |     | workspace
///              v   |   v                       for the repeat) v     |     v ends
///         decided  | cancelled                          decided     | cancelled
///                  | timeout, or the workbench ends                 | timeout, or the workbench ends
///                  v                                                v
///               expired                                          expired
///
/// Its timers end with it. [loop thread]
struct Question {
  using Clock = std::chrono::steady_clock;
  /// Gets the request that waits, with its verdict. Called inside the function of ApprovalDesk that ended the waiting.
  using Done = MoveOnlyFunction<void(std::unique_ptr<HeldRequest> request, const Verdict& verdict)>;

  [[nodiscard]] bool is_announced() const { return held == nullptr; }
  /// The part of the id that the log has: it is not enough to answer the question.
  [[nodiscard]] std::string label() const { return id.substr(0, 4); }
  /// See ApprovalInbox for `own`.
  [[nodiscard]] bool is_visible_to(const std::optional<std::string>& own) const {
    return !own || (asker.principal != nullptr && asker.principal->name == *own);
  }

  std::string id;
  CallKey key;
  QuestionText text;
  CallerIdentity asker;
  std::weak_ptr<ApprovalWorkspace> workspace;
  std::shared_ptr<void> claim;  // on the workspace, to which the client returns
  Clock::time_point asked;
  Clock::time_point expires;

  std::unique_ptr<HeldRequest> held;  // null: announced
  Done done;
  std::shared_ptr<CancellationHandle> client_question;  // null: the client is not being asked
  EventLoop::Timer hold;
  EventLoop::Timer expiry;
};

}  // namespace workbench::approvals
