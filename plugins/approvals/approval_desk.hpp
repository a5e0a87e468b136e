#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/approval_inbox.hpp>
#include <workbench/host.hpp>

#include "approval_settings.hpp"
#include "approval_workspace.hpp"
#include "change_signal.hpp"
#include "decision_report.hpp"
#include "ended_questions.hpp"
#include "question.hpp"
#include "question_list.hpp"

namespace workbench::approvals {

/// A question to be asked. `request` and `done` are moved from if it is.
struct NewQuestion {
  CallKey key;
  QuestionText text;
  std::shared_ptr<ApprovalWorkspace> workspace;
  std::unique_ptr<HeldRequest> request;
  Question::Done done;
};

/// Where calls wait for a person: the middleware brings them, surfaces show them (ApprovalInbox) and bring the answers,
/// and the first answer counts. See Question for the states. [loop thread]
class ApprovalDesk final : public ApprovalInbox, public std::enable_shared_from_this<ApprovalDesk> {
 public:
  explicit ApprovalDesk(Host& host);

  // For the middleware.
  void configure(const ApprovalSettings& settings);
  [[nodiscard]] const ApprovalSettings& settings() const { return settings_; }
  /// The state of the caller's workspace, which the inbox shows from now on.
  [[nodiscard]] std::shared_ptr<ApprovalWorkspace> workspace_of(ClientCall& call);
  /// Returns the id of the question; an announced one about the same call of the same workspace gets the new request.
  /// busy: too many wait; nothing is moved from.
  [[nodiscard]] Result<std::string> ask(NewQuestion& asked);
  /// Null: not open. Valid until the next call of another function.
  [[nodiscard]] const Question* find_open(std::string_view id) const { return questions_.find(id); }
  /// The client is being asked, too: cancels `question` when another surface has answered.
  void set_client_question(std::string_view id, std::shared_ptr<CancellationHandle> question);
  /// The client cannot be asked: the request waits for other surfaces until its time (`hold`) has passed.
  void begin_hold(std::string_view id);
  /// Ends the waiting of the request, but not the question.
  void announce(std::string_view id);
  /// A request that passes, or is refused, by an earlier decision.
  void count(std::string_view decision) { report_.count(decision); }
  /// Ends all questions without an answer.
  void close();

  // ApprovalInbox
  using Owner = std::optional<std::string>;
  [[nodiscard]] Json waiting(const Owner& own) const override;
  [[nodiscard]] std::size_t count() const override { return questions_.size(); }
  [[nodiscard]] Result<Json> find(std::string_view id, const Owner& own) const override;
  Result<std::size_t> answer(const ApprovalAnswer& answer, const Owner& own) override;
  [[nodiscard]] Json standing(const Owner& own) const override;
  Result<void> revoke(std::string_view id, const Owner& own) override;
  [[nodiscard]] Json flows(const Owner& own) const override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> on_change(MoveOnlyFunction<void()> changed) override;

 private:
  [[nodiscard]] Question& open(NewQuestion& asked);
  void hold(Question& question, NewQuestion& asked);
  /// Ends the question; it is null if that has happened before.
  [[nodiscard]] std::unique_ptr<Question> extract(std::string_view id, const QuestionOutcome& outcome);
  using Workspaces = std::set<std::shared_ptr<ApprovalWorkspace>>;
  /// For later calls of the question's workspace.
  void remember(const Question& question, const ApprovalAnswer& answer);
  void add_standing(const Question& question, const ApprovalAnswer& answer, ApprovalWorkspace& workspace);
  void pass_answer(Question& question, const ApprovalAnswer& answer);
  /// Passes what waits in the workspaces and is covered by their standing decisions now.
  void release_allowed(const Workspaces& workspaces, const QuestionOutcome& outcome);
  void cancel(std::string_view id);
  void expire(std::string_view id);
  void end_questions_of_ended_workspaces();
  [[nodiscard]] std::vector<std::shared_ptr<ApprovalWorkspace>> workspaces(const Owner& own) const;
  /// Null: not open, or another principal's.
  [[nodiscard]] const Question* find_question(std::string_view id, const Owner& own) const;
  [[nodiscard]] Error not_waiting(std::string_view id, const Owner& own) const;

  Host& host_;
  ApprovalSettings settings_;
  QuestionList questions_;
  EndedQuestions ended_;
  ChangeSignal changes_;
  DecisionReport report_;
  std::vector<std::weak_ptr<ApprovalWorkspace>> workspaces_;
};

}  // namespace workbench::approvals
