#include "decision_report.hpp"

#include <utility>

#include <workbench/decision_log.hpp>

#include "shown_text.hpp"

namespace workbench::approvals {

DecisionReport::DecisionReport(Host& host, MoveOnlyFunction<std::size_t()> count_waiting)
    : host_(host),
      count_waiting_(std::move(count_waiting)),
      collector_(host.add_metrics([this](MetricsWriter& writer) { write(writer); })) {}

void DecisionReport::record(const Question& question, const QuestionOutcome& outcome) {
  count(outcome.decision);
  host_.log(LogLevel::information, question.key.target.toolbox + '/' + question.key.target.server,
            "approval " + question.label() + " of " + shown_target(question.key.method, question.key.target) + ' ' +
                shown_outcome(outcome));
  auto* const log = host_.extension<DecisionLog>();
  if (log == nullptr) return;
  log->record({question.asker.principal, question.asker.client_info, question.key.method, question.key.target,
               outcome.decision, outcome.who, outcome.how, outcome.reason});
}

void DecisionReport::write(MetricsWriter& writer) {
  writer.family("mcp_workbench_approvals_waiting", MetricType::gauge, "Calls that wait for a person's decision.");
  writer.sample({}, static_cast<double>(count_waiting_()));
  writer.family("mcp_workbench_approvals_decided_total", MetricType::counter,
                "Calls that needed a person's approval, by decision.");
  for (const auto& [decision, count] : decided_) writer.sample({{"decision", decision}}, static_cast<double>(count));
}

std::string shown_outcome(const QuestionOutcome& outcome) {
  const bool is_answer = !outcome.how.empty();
  std::string text = is_answer ? "was answered with " : "ended: ";
  text += outcome.decision;
  if (!outcome.who.empty()) text.append(" by ").append(shown_line(outcome.who));
  if (is_answer) text.append(" (").append(shown_line(outcome.how)).append(")");
  if (!outcome.reason.empty()) text.append(": ").append(shown_line(outcome.reason));
  return text;
}

}  // namespace workbench::approvals
