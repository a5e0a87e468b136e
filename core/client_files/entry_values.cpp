#include "client_files/entry_values.hpp"

#include <utility>

#include "client_files/value.hpp"
#include "config/toolboxes_file/suspicions.hpp"
#include "json/source_locations.hpp"

namespace workbench::client_files {
namespace {

TextRules rules_of(const ServerGroup& group) {
  const ClientRow& client = *group.client;
  TextRules rules{.dollar_is_variable = client.dollar_is_variable, .project = group.project, .is_ours = client.is_ours};
  rules.inputs = group.inputs;
  if (!client.dialect->is_known) return rules;
  rules.client = client.title;
  rules.braces_are_variable = client.dialect->variables == Variables::braces;
  rules.replaces_nothing = client.dialect->variables == Variables::none;
  rules.has_files = client.dialect->variables == Variables::opencode;
  rules.runs_commands = client.dialect->runs_commands;
  return rules;
}

}  // namespace

EntryValues::EntryValues(const ServerGroup& group, FileFindings& findings)
    : findings_(findings), rules_(rules_of(group)) {}

void EntryValues::set_variables_of_server(std::vector<std::string> names) {
  rules_.of_server = std::move(names);
}

std::string EntryValues::translated(std::string_view text, const Where& at) {
  TranslatedText result = translate_text(text, rules_);
  for (const std::string& error : result.errors) findings_.error(at.offset, at.path, error);
  for (const std::string& note : result.notes) findings_.note(at.offset, at.path, note);
  if (config::is_placeholder(text)) {
    findings_.note(at.offset, at.path, "looks like a placeholder; put the real value in its place");
  }
  return std::move(result.text);
}

std::string EntryValues::text_of(const Value& value, const Where& at) {
  if (const auto text = value.scalar()) return translated(*text, at);
  if (value.kind == Value::Kind::flag) return value.flag ? "true" : "false";
  if (value.kind != Value::Kind::null) wrong_type(value, "a string", at);
  return {};
}

void EntryValues::append_texts(const Value& value, const Where& at, std::vector<std::string>& texts) {
  if (value.is_text()) {  // some write all arguments as one text
    for (const std::string& word : words_of(value.text)) texts.push_back(translated(word, at));
    return;
  }
  if (!value.is_list()) return wrong_type(value, "a list of strings", at);
  for (std::size_t index = 0; index < value.elements.size(); ++index) {
    const Value& element = value.elements[index];
    texts.push_back(text_of(element, {element.begin, json::path_element(at.path, index)}));
  }
}

void EntryValues::append_map(const Value& value, const Where& at, TextMap& map) {
  if (value.kind == Value::Kind::null) return;
  if (!value.is_object()) return wrong_type(value, "an object of strings", at);
  for (const Member& member : value.members) {
    const Where here{member.begin, json::path_member(at.path, member.name)};
    if (member.value.kind == Value::Kind::null) {
      findings_.note(here.offset, here.path, "is null, and left out");
    } else {
      map.emplace_back(member.name, text_of(member.value, here));
    }
  }
}

void EntryValues::read_names(const Value& value, const Where& at, std::vector<std::string>& names) {
  if (!value.is_list()) return wrong_type(value, "a list of names", at);
  for (const Value& element : value.elements) {
    if (element.is_text()) {
      names.push_back(element.text);
    } else {
      wrong_type(element, "the name of a tool", at);
    }
  }
}

void EntryValues::wrong_type(const Value& value, std::string_view expected, const Where& at) {
  findings_.error(
      at.offset, at.path,
      std::string("must be ").append(expected).append(", not ").append(kind_of(value)).append("; correct it"));
}

}  // namespace workbench::client_files
