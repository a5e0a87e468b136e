#include "approval_form.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::approvals {
namespace {

using Decision = ApprovalAnswer::Decision;

struct Choice {
  Decision decision;
  std::string_view value;
  std::string_view title;
};
constexpr std::array kChoices = {
    Choice{Decision::once, "once", "Yes, once"},
    Choice{Decision::same_arguments, "same_arguments", "Yes, with these arguments for this session"},
    Choice{Decision::tool, "tool", "Yes, with any arguments for this session"},
    Choice{Decision::no, "no", "No"},
};

std::string characters_of(const Json& object, std::string_view name, const JsonAccess& json) {
  const std::array<std::string_view, 1> names{name};
  std::array<Json, 1> found;
  if (!json.pick(object, names, found) || found.front().kind() != JsonKind::string) return {};
  return json.characters(found.front()).value();
}

Json object_of(const Json& object, std::string_view name, const JsonAccess& json) {
  const std::array<std::string_view, 1> names{name};
  std::array<Json, 1> found;
  static_cast<void>(json.pick(object, names, found));
  return found.front().kind() == JsonKind::object ? found.front() : Json("{}");
}

}  // namespace

Json form_params(const std::string& message) {
  JsonWriter writer;
  writer.object().member("message", message).key("requestedSchema").object().member("type", "object");
  writer.key("properties").object();
  writer.key("decision").object().member("type", "string").member("title", "Decision").key("enum").array();
  for (const Choice& choice : kChoices) writer.string(choice.value);
  writer.end().key("enumNames").array();
  for (const Choice& choice : kChoices) writer.string(choice.title);
  writer.end().end();
  writer.key("reason").object().member("type", "string").member("title", "Reason");
  writer.member("description", "With a no: what the agent is told. May be empty.").member("maxLength", 300).end();
  writer.end().key("required").array().string("decision").end().end();
  // Tells clients of ours that it is not a server that asks.
  writer.key("_meta").object().member("mcp-workbench/approval", true).end().end();
  return std::move(writer).json();
}

std::optional<FormAnswer> read_form(const Json& result, const JsonAccess& json) {
  const std::string action = characters_of(result, "action", json);
  if (action == "decline") return FormAnswer();
  if (action != "accept") return std::nullopt;
  const Json content = object_of(result, "content", json);
  const std::string value = characters_of(content, "decision", json);
  const auto* const choice =
      std::find_if(kChoices.begin(), kChoices.end(), [&value](const Choice& one) { return one.value == value; });
  if (choice == kChoices.end()) return std::nullopt;
  return FormAnswer{choice->decision, characters_of(content, "reason", json)};
}

}  // namespace workbench::approvals
