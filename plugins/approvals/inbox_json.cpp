#include "inbox_json.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <string_view>

#include <workbench/json_writer.hpp>

#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

std::int64_t seconds_of(Question::Clock::duration duration) {
  return std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::seconds>(duration).count(), 0);
}

/// In UTC: "2026-11-27T20:15:03Z".
std::string time_text(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts));
  return text;
}

void write_shown(JsonWriter& writer, std::string_view name, std::string_view text) {
  if (!text.empty()) writer.member(name, shown_line(text));
}

void write_list(JsonWriter& writer, std::string_view name, const std::vector<std::string>& texts) {
  writer.key(name).array();
  for (const std::string& text : texts) writer.string(text);
  writer.end();
}

void write_target(JsonWriter& writer, const CallKey& key) {
  writer.member("toolbox", shown_line(key.target.toolbox)).member("server", shown_line(key.target.server));
  if (key.method == "tools/call") {
    writer.member("tool", shown_line(key.target.tool));
  } else {
    writer.member("method", shown_line(key.method)).member("name", shown_line(key.target.tool));
  }
}

void write_arguments(JsonWriter& writer, const ArgumentText& arguments, ArgumentPart part) {
  const bool is_cut = !arguments.is_whole || (part == ArgumentPart::beginning && arguments.text.size() > kPreviewBytes);
  writer.member("arguments", part == ArgumentPart::whole && arguments.is_whole ? arguments.text
                             : part == ArgumentPart::whole ? preview_of(arguments, kMaxArgumentBytes)
                                                           : preview_of(arguments));
  writer.member("argumentBytes", arguments.bytes).member("argumentsSha256", arguments.sha256);
  if (is_cut) writer.member("argumentsAreCut", true);
}

void write_question(JsonWriter& writer, const Question& question, ArgumentPart part) {
  const auto now = Question::Clock::now();
  writer.object().member("id", question.id).member("label", question.label());
  writer.member("state", question.is_announced() ? "announced" : "held");
  write_shown(writer, "principal", question.asker.principal == nullptr ? "" : question.asker.principal->name);
  write_shown(writer, "client", question.asker.client_info.name);
  write_target(writer, question.key);
  if (!question.text.title.empty()) writer.member("title", question.text.title);
  write_list(writer, "hints", question.text.hints);
  write_list(writer, "rules", question.text.rules);
  if (!question.text.flow.empty()) writer.member("flow", question.text.flow);
  if (!question.text.since.empty()) writer.member("since", question.text.since);
  write_arguments(writer, question.text.arguments, part);
  writer.member("waitingSeconds", seconds_of(now - question.asked));
  writer.member("expiresInSeconds", seconds_of(question.expires - now)).end();
}

void write_standing(JsonWriter& writer, const ApprovalWorkspace& workspace, const StandingDecision& decision) {
  writer.object().member("id", decision.id);
  write_shown(writer, "principal", workspace.principal());
  write_shown(writer, "client", workspace.client());
  write_target(writer, decision.key);
  if (!decision.has_any_arguments) writer.member("arguments", decision.arguments);
  if (decision.covers_flows) writer.member("coversFlows", true);
  write_shown(writer, "who", decision.who);
  write_shown(writer, "how", decision.how);
  writer.member("since", time_text(decision.since)).end();
}

const char* name_of(FlowLabel label) {
  switch (label) {
    case FlowLabel::is_private: return "private";
    case FlowLabel::is_untrusted: return "untrusted";
    case FlowLabel::sends: return "sends";
  }
  return "";
}

void write_flows(JsonWriter& writer, const ApprovalWorkspace& workspace, const WorkspaceFlows& flows) {
  writer.object();
  write_shown(writer, "principal", workspace.principal());
  write_shown(writer, "client", workspace.client());
  for (const FlowLabel label : kFlowLabels) writer.member(name_of(label), flows.is_set(label));
  writer.key("setBy").object();
  for (const FlowLabel label : kFlowLabels) {
    if (flows.is_set(label)) writer.member(name_of(label), flows.set_by(label));
  }
  writer.end().end();
}

}  // namespace

Json question_json(const Question& question, ArgumentPart part) {
  JsonWriter writer;
  write_question(writer, question, part);
  return std::move(writer).json();
}

Json questions_json(const std::vector<const Question*>& questions) {
  JsonWriter writer;
  writer.array();
  for (const Question* const question : questions) write_question(writer, *question, ArgumentPart::beginning);
  writer.end();
  return std::move(writer).json();
}

Json standing_json(const ApprovalWorkspaces& workspaces) {
  JsonWriter writer;
  writer.array();
  for (const auto& workspace : workspaces) {
    for (const StandingDecision& decision : workspace->decisions().standing()) {
      write_standing(writer, *workspace, decision);
    }
  }
  writer.end();
  return std::move(writer).json();
}

Json flows_json(const ApprovalWorkspaces& workspaces) {
  JsonWriter writer;
  writer.array();
  for (const auto& workspace : workspaces) {
    if (workspace->flows().has_any()) write_flows(writer, *workspace, workspace->flows());
  }
  writer.end();
  return std::move(writer).json();
}

}  // namespace workbench::approvals
