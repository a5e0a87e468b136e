#include "config/toolboxes_file/input_entries.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

/// The text of a member, or empty; the variables of an input are not replaced.
std::string text_of(const JsonNode& input, const std::string& name, Reading& reading) {
  const auto node = input.member(name);
  if (!node) return {};
  if (node->is_text()) return node->text();
  report_wrong_type(*node, "a string", "write text in quotes", reading);
  return {};
}

bool is_known_type(const std::string& type) {
  return type.empty() || type == "promptString" || type == "pickString";
}

/// VS Code writes a choice as a text, or as an object with a label.
std::vector<std::string> choices_in(const JsonNode& input, Reading& reading) {
  std::vector<std::string> choices;
  const auto options = input.member("options");
  if (!options) return choices;
  if (!options->is_array()) report_wrong_type(*options, "an array", R"(write ["ONE", "OTHER"])", reading);
  for (const JsonNode& option : options->elements()) {
    const auto value = option.is_text() ? std::optional(option) : option.member("value");
    if (value && value->is_text()) choices.push_back(value->text());
  }
  return choices;
}

/// Absent: an `${input:ID}` cannot refer to it, which has been reported.
std::optional<std::string> read_id(const JsonNode& node, Reading& reading) {
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"id": "...", "description": "..."})", reading);
    return std::nullopt;
  }
  std::string id = text_of(node, "id", reading);
  if (!id.empty() && id.find_first_of("{}") == std::string::npos) return id;
  reading.report.error(node.path, R"(has no "id"; add one: ${input:ID} refers to it)");
  return std::nullopt;
}

/// The rest of an input. What is wrong is reported.
InputEntry read_input(std::string id, const JsonNode& node, Reading& reading) {
  InputEntry entry;
  entry.id = std::move(id);
  const std::string type = text_of(node, "type", reading);
  if (!is_known_type(type)) {
    reading.report.error(node.member("type")->path, "unknown type " + json::quoted(type) +
                                                        R"(; use "promptString" for a text or "pickString" for one of )"
                                                        R"("options")");
    return entry;
  }
  entry.description = text_of(node, "description", reading);
  entry.proposal = text_of(node, "default", reading);
  entry.options = choices_in(node, reading);
  if (const auto secret = node.member("password")) entry.is_secret = read_flag(*secret, reading).value_or(true);
  if (type == "pickString" && entry.options.empty()) {
    reading.report.error(node.path, R"(has no "options" to choose from; add them, or use the type "promptString")");
  }
  return entry;
}

}  // namespace

void read_inputs(const JsonNode& node, Reading& reading) {
  if (!node.is_array()) {
    report_wrong_type(node, "an array of objects", R"(write [{"id": "...", "description": "..."}])", reading);
    return;
  }
  for (const JsonNode& element : node.elements()) {
    const auto id = read_id(element, reading);
    if (!id) continue;
    const std::size_t errors_before = reading.report.errors();
    InputEntry entry = read_input(*id, element, reading);
    if (reading.report.errors() == errors_before) {
      reading.inputs.add(std::move(entry));
    } else {
      reading.inputs.refuse(*id);
    }
  }
}

}  // namespace workbench::config
