// The middleware `approve` asks the person before each call of a tool that is not known to be read-only.
#include <array>

#include <workbench/json_writer.hpp>
#include <workbench/plugin.hpp>
#include <workbench/until_cancelled.hpp>

namespace {

using namespace workbench;

/// A call that waits for the person, with the function that passes it on.
struct Waiting {
  ToolCall call;
  Middleware::Next next;
};

std::string name_of(const ToolIdentifier& tool) {
  return tool.toolbox + "/" + tool.server + "/" + tool.tool;
}

/// According to its server's annotations, if the workbench knows them.
bool is_read_only(const ToolCall& call, const ToolIdentifier& tool) {
  const auto known = call.toolboxes().find_tool(tool);
  return known && known->tool.annotations.read_only_hint.value_or(false);
}

/// A form without fields: the client shows its message, and the person accepts or declines.
InputRequest question_about(const ToolCall& call, const ToolIdentifier& tool) {
  constexpr std::size_t kMaxShown = 1'000;
  const std::string_view arguments = call.arguments().is_absent() ? "{}" : call.arguments().text();
  std::string message = "May " + name_of(tool) + " be called with " + std::string(arguments.substr(0, kMaxShown));
  message += arguments.size() > kMaxShown ? "...?" : "?";
  JsonWriter params;
  params.object().key("message").raw(call.host().json().quoted(message));
  params.member("requestedSchema", Json(R"({"type":"object","properties":{}})")).end();
  return {.method = "elicitation/create", .params = std::move(params).json()};
}

bool is_accepted(const InputResponse& response, const JsonAccess& json) {
  const auto* const result = std::get_if<Json>(&response);
  if (result == nullptr) return false;
  constexpr std::array<std::string_view, 1> kNames{"action"};
  std::array<Json, 1> action;
  return json.pick(*result, kNames, action) && action[0].text() == R"("accept")";
}

/// Why it was not accepted, for the model.
std::string refusal(const ToolIdentifier& tool, const InputResponse& response) {
  const bool was_asked = std::holds_alternative<Json>(response);
  return was_asked ? "The person did not approve the call of " + name_of(tool) + "; do not try it again unasked."
                   : "The call of " + name_of(tool) + " needs approval: " + as_error(response).message;
}

class Approve final : public Middleware {
 public:
  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    if (is_read_only(call, tool)) return next(std::move(call));
    Caller& caller = call.caller();
    InputRequest question = question_about(call, tool);
    const UntilCancelled waiting(caller, Waiting{std::move(call), std::move(next)});
    if (waiting.get() == nullptr) return;
    caller.ask(std::move(question), [waiting, tool](const InputResponse& response) {
      std::optional<Waiting> waited = waiting.extract();
      if (!waited) return;
      if (is_accepted(response, waited->call.host().json())) return waited->next(std::move(waited->call));
      waited->call.result(ToolResult::error(refusal(tool, response)));
    });
  }
};

void register_plugin(Registrar& registrar) {
  registrar.add_middleware("approve", {.make = construct<Middleware, Approve>});
}

}  // namespace

WORKBENCH_PLUGIN("approve", "0.1.0", register_plugin);
