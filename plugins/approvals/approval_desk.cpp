#include "approval_desk.hpp"

#include <algorithm>
#include <utility>

#include "inbox_json.hpp"
#include "random_id.hpp"
#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

using Decision = ApprovalAnswer::Decision;

const char* word_for(Decision decision) {
  switch (decision) {
    case Decision::once: return "once";
    case Decision::same_arguments: return "same arguments";
    case Decision::tool: return "tool";
    case Decision::no: return "no";
  }
  return "no";
}

QuestionOutcome outcome_of(const ApprovalAnswer& answer) {
  return {word_for(answer.decision), answer.who, answer.how, answer.decision == Decision::no ? answer.reason : ""};
}

bool is_standing(Decision decision) {
  return decision == Decision::same_arguments || decision == Decision::tool;
}

/// The request, if one waits, with the verdict. Its cancellation is not the question's concern any more.
void pass_verdict(Question& question, const Verdict& verdict) {
  if (question.held == nullptr) return;
  question.hold.reset();
  question.held->call().caller().on_cancel({});
  auto done = std::exchange(question.done, {});
  done(std::exchange(question.held, nullptr), verdict);
}

}  // namespace

ApprovalDesk::ApprovalDesk(Host& host)
    : host_(host), changes_(host.loop()), report_(host, [this] { return questions_.size(); }) {}

void ApprovalDesk::configure(const ApprovalSettings& settings) {
  settings_ = settings;
  questions_.set_limits(settings);
}

std::shared_ptr<ApprovalWorkspace> ApprovalDesk::workspace_of(ClientCall& call) {
  auto workspace = ApprovalWorkspace::of(call.toolboxes(), call.caller());
  if (workspace->has_on_end()) return workspace;
  workspace->on_end([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->end_questions_of_ended_workspaces();
  });
  workspaces_.push_back(workspace);
  return workspace;
}

Result<std::string> ApprovalDesk::ask(NewQuestion& asked) {
  Question* question = questions_.find_announced(asked.key, *asked.workspace, !asked.text.flow.empty());
  if (question == nullptr) {
    const CallerIdentity& asker = asked.request->call().caller().identity();
    const std::string principal = asker.principal == nullptr ? "" : asker.principal->name;
    if (auto room = questions_.check_room(principal, asked.text.arguments.text.size()); !room) return room.error();
    question = &open(asked);
  }
  std::string id = question->id;
  hold(*question, asked);
  changes_.notify();
  return id;
}

Question& ApprovalDesk::open(NewQuestion& asked) {
  auto question = std::make_unique<Question>();
  question->id = random_id();
  question->key = std::move(asked.key);
  question->text = std::move(asked.text);
  question->asker = asked.request->call().caller().identity();
  question->workspace = asked.workspace;
  question->claim = asked.workspace->claim();
  question->asked = Question::Clock::now();
  return questions_.add(std::move(question));
}

/// The client may have cancelled: then the question ends inside this call.
void ApprovalDesk::hold(Question& question, NewQuestion& asked) {
  question.expires = Question::Clock::now() + settings_.timeout;
  question.expiry = host_.loop().after(settings_.timeout, [this, id = question.id] { expire(std::string(id)); });
  question.held = std::move(asked.request);
  question.done = std::move(asked.done);
  question.held->call().caller().on_cancel([this, id = question.id](const Json&) { cancel(std::string(id)); });
}

void ApprovalDesk::set_client_question(std::string_view id, std::shared_ptr<CancellationHandle> question) {
  if (Question* const open = questions_.find(id)) open->client_question = std::move(question);
}

void ApprovalDesk::begin_hold(std::string_view id) {
  Question* const question = questions_.find(id);
  if (question == nullptr || question->is_announced()) return;
  question->client_question = nullptr;
  question->held->call().caller().report_progress({0, {}, "waiting for a person's approval"});
  // With the same time, the end of the question answers the request.
  if (settings_.hold >= settings_.timeout) return;
  question->hold = host_.loop().after(settings_.hold, [this, id = question->id] { announce(std::string(id)); });
}

void ApprovalDesk::announce(std::string_view id) {
  Question* const question = questions_.find(id);
  if (question == nullptr || question->is_announced()) return;
  question->client_question = nullptr;
  changes_.notify();
  pass_verdict(*question, {Verdict::Kind::announced, {}});
}

std::unique_ptr<Question> ApprovalDesk::extract(std::string_view id, const QuestionOutcome& outcome) {
  auto question = questions_.extract(id);
  if (question == nullptr) return nullptr;
  question->expiry.reset();
  question->hold.reset();
  report_.record(*question, outcome);
  ended_.add(question->id, shown_outcome(outcome));
  changes_.notify();
  if (const auto asked = std::exchange(question->client_question, nullptr)) asked->cancel();
  return question;
}

Result<std::size_t> ApprovalDesk::answer(const ApprovalAnswer& answer, const Owner& own) {
  std::vector<std::string> open = answer.ids;
  std::sort(open.begin(), open.end());
  open.erase(std::unique(open.begin(), open.end()), open.end());
  std::erase_if(open, [&](const std::string& id) { return find_question(id, own) == nullptr; });
  if (open.empty()) return not_waiting(answer.ids.empty() ? std::string() : answer.ids.front(), own);
  // All of them, before one of the calls is passed on: what these decisions allow is found in one go.
  const QuestionOutcome outcome = outcome_of(answer);
  std::vector<std::unique_ptr<Question>> decided;
  Workspaces decided_for;
  for (const std::string& id : open) {
    auto question = extract(id, outcome);
    if (question == nullptr) continue;  // ended by the end of another one
    remember(*question, answer);
    if (auto workspace = question->workspace.lock()) decided_for.insert(std::move(workspace));
    decided.push_back(std::move(question));
  }
  for (const auto& question : decided) pass_answer(*question, answer);
  if (is_standing(answer.decision)) release_allowed(decided_for, outcome);
  return open.size();
}

void ApprovalDesk::remember(const Question& question, const ApprovalAnswer& answer) {
  const auto workspace = question.workspace.lock();
  if (workspace == nullptr) return;
  if (is_standing(answer.decision)) return add_standing(question, answer, *workspace);
  if (!question.is_announced()) return;
  const bool is_yes = answer.decision != Decision::no;
  const bool covers_flows = is_yes && !question.text.flow.empty();
  if (workspace->keep({question.key, is_yes, covers_flows, answer.reason, {}}, settings_, host_.loop())) return;
  host_.log(LogLevel::warning, {},
            "an answer was dropped before its call was repeated, which will be asked about again: there is no room for "
            "more of them (middleware.approvals.maxWaitingPerPrincipal)");
}

void ApprovalDesk::add_standing(const Question& question, const ApprovalAnswer& answer, ApprovalWorkspace& workspace) {
  const bool is_flow = !question.text.flow.empty();
  if (workspace.decisions().allow(question.key, is_flow)) return;  // by the answer to another one
  const bool is_any = answer.decision == Decision::tool;
  workspace.decisions().add({random_id(), question.key, is_any, is_flow,
                             is_any ? std::string() : preview_of(question.text.arguments), answer.who, answer.how,
                             std::chrono::system_clock::now()});
}

void ApprovalDesk::pass_answer(Question& question, const ApprovalAnswer& answer) {
  const bool is_yes = answer.decision != Decision::no;
  const bool covers_flows = is_yes && !question.text.flow.empty();
  pass_verdict(question, {is_yes ? Verdict::Kind::yes : Verdict::Kind::no, answer.reason, covers_flows});
}

void ApprovalDesk::release_allowed(const Workspaces& workspaces, const QuestionOutcome& outcome) {
  const auto ids = questions_.ids_of([&workspaces](const Question& one) {
    const auto workspace = one.workspace.lock();
    return workspaces.contains(workspace) && workspace->decisions().allow(one.key, !one.text.flow.empty());
  });
  for (const std::string& id : ids) {
    const auto question = extract(id, outcome);
    if (question == nullptr) continue;
    pass_verdict(*question, {Verdict::Kind::yes, {}, !question->text.flow.empty()});
  }
}

void ApprovalDesk::cancel(std::string_view id) {
  static_cast<void>(extract(id, {"cancelled", {}, {}, "the client has cancelled the call"}));
}

void ApprovalDesk::expire(std::string_view id) {
  const auto question = extract(id, {"expired", {}, {}, {}});
  if (question != nullptr) pass_verdict(*question, {Verdict::Kind::expired, {}});
}

void ApprovalDesk::close() {
  for (const std::string& id : questions_.ids_of([](const Question&) { return true; })) {
    const auto question = extract(id, {"closed", {}, {}, "the workbench is ending"});
    if (question != nullptr) pass_verdict(*question, {Verdict::Kind::closing, {}});
  }
}

void ApprovalDesk::end_questions_of_ended_workspaces() {
  std::erase_if(workspaces_, [](const auto& one) { return one.expired(); });
  const auto ids = questions_.ids_of([](const Question& one) { return one.is_announced() && one.workspace.expired(); });
  for (const std::string& id : ids) {
    static_cast<void>(extract(id, {"cancelled", {}, {}, "the client's session has ended"}));
  }
}

std::vector<std::shared_ptr<ApprovalWorkspace>> ApprovalDesk::workspaces(const Owner& own) const {
  std::vector<std::shared_ptr<ApprovalWorkspace>> existing;
  for (const auto& weak : workspaces_) {
    auto workspace = weak.lock();
    if (workspace != nullptr && (!own || *own == workspace->principal())) existing.push_back(std::move(workspace));
  }
  return existing;
}

const Question* ApprovalDesk::find_question(std::string_view id, const Owner& own) const {
  const Question* const question = questions_.find(id);
  return question != nullptr && question->is_visible_to(own) ? question : nullptr;
}

/// What became of a question is told to those alone who see all of them: who asked is not kept.
Error ApprovalDesk::not_waiting(std::string_view id, const Owner& own) const {
  if (own) return {ErrorKind::not_found, "no call of yours waits under this id: it was answered, or has expired"};
  return {ErrorKind::not_found, ended_.explain(id)};
}

Json ApprovalDesk::waiting(const Owner& own) const {
  std::vector<const Question*> visible = questions_.all();
  std::erase_if(visible, [&own](const Question* question) { return !question->is_visible_to(own); });
  return questions_json(visible);
}

Result<Json> ApprovalDesk::find(std::string_view id, const Owner& own) const {
  const Question* const question = find_question(id, own);
  if (question == nullptr) return not_waiting(id, own);
  return question_json(*question, ArgumentPart::whole);
}

Json ApprovalDesk::standing(const Owner& own) const {
  return standing_json(workspaces(own));
}

Result<void> ApprovalDesk::revoke(std::string_view id, const Owner& own) {
  for (const auto& workspace : workspaces(own)) {
    if (workspace->decisions().revoke(id)) return {};
  }
  return Error{ErrorKind::not_found, "there is no standing decision of this id; it may have ended with its session"};
}

Json ApprovalDesk::flows(const Owner& own) const {
  return flows_json(workspaces(own));
}

std::unique_ptr<EventLoop::Subscription> ApprovalDesk::on_change(MoveOnlyFunction<void()> changed) {
  return changes_.subscribe(std::move(changed));
}

}  // namespace workbench::approvals
