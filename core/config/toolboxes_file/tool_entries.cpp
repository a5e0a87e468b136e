#include "config/toolboxes_file/tool_entries.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/policy_entries.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/values.hpp"
#include "config/variables.hpp"
#include "json/escape.hpp"
#include "json/reader.hpp"

namespace workbench::config {
namespace {

constexpr std::size_t kMaxToolName = 128;

/// Whether it is a name as the specification has it ("server/tools", Tool Names).
bool is_tool_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxToolName && std::all_of(name.begin(), name.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '-' || byte == '.';
  });
}

void report_unknown_key(const JsonNodeMember& member, const std::vector<std::string>& known, Reading& reading) {
  reading.report.error(member.node.path, "unknown key; " + suggestion(member.name, known));
}

// --- the value of "default" ------------------------------------------------------------------------------------------

/// Writes a text in quotes, but for its marks, which stay as they are.
void append_quoted_with_marks(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\0'), text.size());
    const std::string quoted = json::quoted(text.substr(0, plain));
    out.append(quoted, 1, quoted.size() - 2);
    text.remove_prefix(plain);
    const std::string_view mark = text.starts_with(kFolderMark) ? kFolderMark : kRootMark;
    if (text.empty()) break;
    out += mark;
    text.remove_prefix(mark.size());
  }
  out += '"';
}

/// Writes a value without the blanks and line ends between its parts, which a message of one line cannot have; all
/// else as the file has it, but for the variables in its strings. `text` is the text of `node`.
void write_value(const JsonNode& node, std::string_view text, std::string& out, Reading& reading) {
  std::size_t index = 0;
  if (node.is_object()) {
    out += '{';
    for (json::MemberReader member(text); member.next(); ++index) {
      out.append(index == 0 ? "\"" : ",\"").append(member.key().text).append("\":");
      if (const auto value = node.member(member.key().decoded())) write_value(*value, member.value(), out, reading);
    }
    out += '}';
  } else if (node.is_array()) {
    const std::vector<JsonNode> elements = node.elements();
    out += '[';
    for (json::ElementReader element(text); element.next() && index < elements.size(); ++index) {
      if (index != 0) out += ',';
      write_value(elements[index], element.value(), out, reading);
    }
    out += ']';
  } else if (node.is_text() && node.text().find("${") != std::string::npos) {
    reading.client_references = ClientReferences::are_marked;
    append_quoted_with_marks(out, read_text(node, reading).value_or(""));
    reading.client_references = ClientReferences::stay;
  } else {
    out.append(text);
  }
}

// --- one argument ----------------------------------------------------------------------------------------------------

std::optional<ArgumentEntry> read_argument(std::string name, const JsonNode& node, Reading& reading) {
  if (name.empty()) {
    reading.report.error(node.path, "an empty name; write the name of an argument of the tool");
    return std::nullopt;
  }
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"default": VALUE}, {"hide": true} or both)", reading);
    return std::nullopt;
  }
  const std::size_t errors_before = reading.report.errors();
  ArgumentEntry entry;
  entry.name = std::move(name);
  for (const JsonNodeMember& member : members_of(node)) {
    if (member.name == "default") {
      write_value(member.node, reading.file.value_of_member(member.node.path), entry.value, reading);
    } else if (member.name == "hide") {
      entry.is_hidden = read_flag(member.node, reading).value_or(false);
    } else {
      report_unknown_key(member, names_of_keys(KeyPlace::argument), reading);
    }
  }
  if (entry.value.empty() && !entry.is_hidden && reading.report.errors() == errors_before) {
    reading.report.note(node.path, R"(changes nothing; write a "default", or "hide": true, or remove it)");
  }
  return entry;
}

std::vector<ArgumentEntry> read_arguments(const JsonNode& node, Reading& reading) {
  std::vector<ArgumentEntry> arguments;
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"ARGUMENT": {"default": VALUE}})", reading);
  }
  for (const JsonNodeMember& member : members_of(node)) {
    if (auto argument = read_argument(member.name, member.node, reading)) arguments.push_back(*std::move(argument));
  }
  return arguments;
}

// --- one tool --------------------------------------------------------------------------------------------------------

std::optional<std::string> read_name(const JsonNode& node, Reading& reading) {
  auto name = read_text(node, reading);
  if (!name || is_tool_name(*name)) return name;
  reading.report.error(node.path, name->empty() ? "must not be empty; write a name, or remove the key for the server's "
                                                  "own name of the tool"
                                                : "is not a valid name of a tool; write 1 to 128 characters of A-Z, "
                                                  "a-z, 0-9, \"_\", \"-\" and \".\"");
  return std::nullopt;
}

std::optional<std::string> read_shown_text(const JsonNode& node, Reading& reading) {
  auto text = read_visible_text(node, reading);
  if (!text || text->find_first_not_of(" \t\r\n") != std::string::npos) return text;
  reading.report.error(node.path, "must not be empty; write a text, or remove the key for the server's own");
  return std::nullopt;
}

std::optional<bool> AnnotationsEntry::*hint_named(std::string_view name) {
  static const std::map<std::string_view, std::optional<bool> AnnotationsEntry::*> hints = {
      {"readOnlyHint", &AnnotationsEntry::read_only_hint},
      {"destructiveHint", &AnnotationsEntry::destructive_hint},
      {"idempotentHint", &AnnotationsEntry::idempotent_hint},
      {"openWorldHint", &AnnotationsEntry::open_world_hint}};
  const auto found = hints.find(name);
  return found == hints.end() ? nullptr : found->second;
}

AnnotationsEntry read_annotations(const JsonNode& node, Reading& reading) {
  static const std::vector<std::string> known{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"};
  AnnotationsEntry entry;
  if (!node.is_object()) report_wrong_type(node, "an object", R"(write {"destructiveHint": false})", reading);
  for (const JsonNodeMember& member : members_of(node)) {
    if (const auto hint = hint_named(member.name)) {
      entry.*hint = read_flag(member.node, reading);
    } else {
      report_unknown_key(member, known, reading);
    }
  }
  return entry;
}

std::optional<ToolEntry> read_tool(std::string own_name, const JsonNode& node, CallPolicy& policy, Reading& reading) {
  if (own_name.empty()) {
    reading.report.error(node.path, "an empty name; write the server's own name of a tool");
    return std::nullopt;
  }
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"name": "..."})", reading);
    return std::nullopt;
  }
  ToolEntry entry;
  entry.own_name = std::move(own_name);
  const auto members = members_of(node);
  for (const JsonNodeMember& member : members) {
    if (member.name == "name") {
      entry.name = read_name(member.node, reading);
    } else if (member.name == "title") {
      entry.title = read_shown_text(member.node, reading);
    } else if (member.name == "description") {
      entry.description = read_shown_text(member.node, reading);
    } else if (member.name == "maxResultTokens") {
      entry.max_result_tokens = read_max_result_tokens(member.node, reading);
    } else if (member.name == "requires") {
      entry.required_scopes = read_required_scopes(member.node, reading);
    } else if (member.name == "arguments") {
      entry.arguments = read_arguments(member.node, reading);
    } else if (member.name == "annotations") {
      entry.annotations = read_annotations(member.node, reading);
    } else if (member.name == "labels") {
      policy.tool_labels[entry.own_name] = read_labels(member.node, reading);
    } else {
      report_unknown_key(member, names_of_keys(KeyPlace::tool), reading);
    }
  }
  if (members.empty()) reading.report.note(node.path, "changes nothing; write a \"name\", for example, or remove it");
  return entry;
}

}  // namespace

std::optional<std::size_t> ServerEntry::max_result_tokens_of(std::string_view tool) const {
  const auto entry =
      std::find_if(tools.begin(), tools.end(), [&](const ToolEntry& one) { return one.shown_name() == tool; });
  const bool has_its_own = entry != tools.end() && entry->max_result_tokens;
  return has_its_own ? entry->max_result_tokens : max_result_tokens;
}

bool ServerEntry::limits_results() const {
  return max_result_tokens || std::any_of(tools.begin(), tools.end(),
                                          [](const ToolEntry& tool) { return tool.max_result_tokens.has_value(); });
}

std::vector<ToolEntry> read_tool_entries(const JsonNode& node, CallPolicy& policy, Reading& reading) {
  std::vector<ToolEntry> entries;
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"TOOL": {"name": "..."}}; "toolFilters" says which tools are shown)",
                      reading);
  }
  for (const JsonNodeMember& member : members_of(node)) {
    auto entry = read_tool(member.name, member.node, policy, reading);
    if (!entry) continue;
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [&](const ToolEntry& other) { return other.shown_name() == entry->shown_name(); });
    if (same != entries.end()) {
      const auto named = member.node.member("name");
      reading.report.error(named ? named->path : member.node.path,
                           "is the name of " + json::quoted(same->own_name) + " here, too; choose another one");
    }
    entries.push_back(*std::move(entry));
  }
  return entries;
}

}  // namespace workbench::config
