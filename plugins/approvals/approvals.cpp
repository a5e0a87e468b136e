#include "approvals.hpp"

#include <utility>
#include <variant>

#include <workbench/outcome_word.hpp>
#include <workbench/trace_span.hpp>

#include "approval_form.hpp"
#include "approval_text.hpp"
#include "process_user.hpp"
#include "question_facts.hpp"

namespace workbench::approvals {
namespace {

/// Longer arguments cannot be judged by reading, and take noticeable time to compare.
constexpr std::size_t kMaxAskedBytes = 4UL * 1024 * 1024;

bool would_meet(const ToolPolicy& policy, ApprovalWorkspace& workspace) {
  return policy.approves_flows && workspace.flows().would_meet(policy.labels);
}

/// How far the call has come. Where that is not certain, it has been sent.
FlowReach reach_of(const ToolOutcome& outcome) {
  if (!outcome.failure || *outcome.failure == ErrorKind::protocol) return FlowReach::answered;
  switch (*outcome.failure) {
    case ErrorKind::invalid_argument:
    case ErrorKind::not_found:
    case ErrorKind::forbidden:
    case ErrorKind::login_required: return FlowReach::refused;
    default: return FlowReach::sent;
  }
}

/// The person at a client, as far as it is known. A client without a principal was started by the user of this process.
std::string person_at(const CallerIdentity& client) {
  return client.principal == nullptr ? name_of_process_user() : client.principal->name;
}

/// From the question to its end, which an answer, a time limit or the client brings.
Span waiting_span(HeldRequest& request, Host& host) {
  const Json traced = request.call().option(kTraceOption);
  if (traced.is_absent()) return {};
  Span span(host.extension<TraceSink>(), SpanKind::internal, "approval", request_context(traced, host.json()));
  span.set("mcp_workbench.toolbox", request.target().toolbox);
  span.set("mcp_workbench.server", request.target().server);
  return span;
}

std::string_view decision_of(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::yes: return "yes";
    case Verdict::Kind::no: return "no";
    case Verdict::Kind::announced: return "announced";
    case Verdict::Kind::expired: return "expired";
    case Verdict::Kind::closing: break;
  }
  return "closing";
}

}  // namespace

Approvals::Approvals(const Options& options, Host& host, ApprovalDesk& desk) : host_(host), desk_(desk) {
  desk_.configure(ApprovalSettings::from(options, host.limits()));
}

Approvals::~Approvals() {
  desk_.close();
}

void Approvals::on_ending() {
  is_ending_ = true;
  desk_.close();
}

void Approvals::on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) {
  handle(HeldRequest::hold(tool, std::move(call), std::move(next)));
}

void Approvals::on_request(MethodCall call, NextRequest next) {
  handle(HeldRequest::hold(std::move(call), std::move(next)));
}

void Approvals::handle(Held request) {
  const ToolPolicy policy = request->policy();
  if (policy.empty()) return request->pass_on();
  const auto workspace = desk_.workspace_of(request->call());
  judge(std::move(request), policy, workspace);
}

void Approvals::judge(Held request, const ToolPolicy& policy, const WorkspacePointer& workspace) {
  const bool is_flow = would_meet(policy, *workspace);
  if (policy.approve.empty() && !is_flow) return pass(std::move(request), policy.labels, workspace);
  if (request->arguments().text().size() > kMaxAskedBytes) {
    return request->refuse(no_room_text(*request, "its arguments are too long for a person to judge"));
  }
  CallKey key = key_of(*request);
  if (workspace->decisions().allow(key, is_flow)) {
    desk_.count("standing");
    return pass(std::move(request), policy.labels, workspace);
  }
  if (auto answer = workspace->decisions().extract(key, is_flow, Question::Clock::now())) {
    if (answer->is_yes) return pass(std::move(request), policy.labels, workspace, std::move(answer));
    return request->refuse(refused_text(*request, answer->reason));
  }
  ask(std::move(request), std::move(key), policy, workspace, is_flow);
}

void Approvals::pass(Held request, const FlowLabels& labels, const WorkspacePointer& workspace,
                     std::optional<KeptAnswer> yes) {
  if (yes) {
    const bool is_modern = request->call().caller().identity().is_modern;
    // The call may outlive this.
    request->call().on_answer([&host = host_, is_modern, settings = desk_.settings(), yes = *std::move(yes),
                               weak = std::weak_ptr(workspace)](const ToolOutcome& outcome) mutable {
      const auto existing = weak.lock();
      if (existing == nullptr || outcome_word(outcome, is_modern, host.json()) != "input_required") return;
      existing->keep(std::move(yes), settings, host.loop());
    });
  }
  if (!labels.empty()) {
    workspace->flows().begin(labels, shown_target(request->method(), request->target()));
    request->call().on_answer([labels, weak = std::weak_ptr(workspace)](const ToolOutcome& outcome) {
      if (const auto existing = weak.lock()) existing->flows().end(labels, reach_of(outcome));
    });
  }
  request->pass_on();
}

void Approvals::ask(Held request, CallKey key, const ToolPolicy& policy, const WorkspacePointer& workspace,
                    bool is_flow) {
  if (is_ending_) return request->refuse(refusal_text(*request, {Verdict::Kind::closing, {}}, desk_.settings()));
  std::string flow = is_flow ? workspace->flows().explain(policy.labels) : std::string();
  QuestionText text = text_of(*request, policy, std::move(flow), host_);
  const ContentDigest definition = key.definition;
  Span span = waiting_span(*request, host_);
  NewQuestion asked{std::move(key), std::move(text), workspace, std::move(request),
                    [this, definition, span = std::move(span)](Held waiting, const Verdict& verdict) mutable {
                      span.set("mcp_workbench.decision", std::string(decision_of(verdict.kind)));
                      span.end();
                      finish(std::move(waiting), verdict, definition);
                    }};
  const auto id = desk_.ask(asked);
  if (!id) return asked.request->refuse(no_room_text(*asked.request, id.error().message));
  ask_client(*id);
}

void Approvals::ask_client(const std::string& id) {
  const Question* const question = desk_.find_open(id);
  if (question == nullptr || question->is_announced()) return;  // the client has cancelled
  const auto cancellation = std::make_shared<CancellationHandle>();
  Caller& caller = question->held->call().caller();
  Json form = form_params(question_message(*question));
  desk_.set_client_question(id, cancellation);
  caller.ask({"elicitation/create", std::move(form), cancellation, nullptr, desk_.settings().timeout},
             [this, id](const InputResponse& response) { handle_response(std::string(id), response); });
}

// A client that cannot ask, or fails to, leaves the question to the inbox. A client whose person has
// dismissed it does, too; but then this call has nothing more to wait for.
void Approvals::handle_response(const std::string& id, const InputResponse& response) {
  const Question* const question = desk_.find_open(id);
  if (question == nullptr || question->is_announced()) return;
  if (std::holds_alternative<PeerError>(response)) return desk_.begin_hold(id);
  const auto* const result = std::get_if<Json>(&response);
  const auto answer = result == nullptr ? std::nullopt : read_form(*result, host_.json());
  if (!answer) return desk_.announce(id);
  const ApprovalAnswer given{{id}, answer->decision, answer->reason, person_at(question->asker), "elicitation"};
  static_cast<void>(desk_.answer(given, {}));
}

void Approvals::finish(Held request, const Verdict& verdict, const ContentDigest& definition) {
  if (verdict.kind == Verdict::Kind::yes) return resume(std::move(request), verdict, definition);
  request->refuse(refusal_text(*request, verdict, desk_.settings()));
}

// The configuration, the tool and the labels may be others than when the person was asked. What that person did not
// know is asked for again.
void Approvals::resume(Held request, const Verdict& verdict, const ContentDigest& definition) {
  CallKey key = key_of(*request);
  const bool has_changed = definition != ContentDigest() && key.definition != definition;
  if (has_changed) return request->refuse(changed_text(*request));
  const ToolPolicy policy = request->policy();
  const auto workspace = desk_.workspace_of(request->call());
  if (would_meet(policy, *workspace) && !verdict.covers_flows) return judge(std::move(request), policy, workspace);
  pass(std::move(request), policy.labels, workspace, KeptAnswer{std::move(key), true, verdict.covers_flows, {}, {}});
}

}  // namespace workbench::approvals
