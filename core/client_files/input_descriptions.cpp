#include "client_files/input_descriptions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <workbench/json_writer.hpp>

#include "client_files/foreign_text.hpp"

namespace workbench::client_files {
namespace {

std::string text_in(const Value& input, std::string_view key) {
  const Value* const value = input.find(key);
  return value != nullptr && value->is_text() ? value->text : std::string();
}

/// A choice is a text, or an object with one.
std::vector<std::string> choices_in(const Value& input) {
  std::vector<std::string> choices;
  const Value* const options = input.find("options");
  if (options == nullptr) return choices;
  for (const Value& option : options->elements) {
    const std::string choice = option.is_text() ? option.text : text_in(option, "value");
    if (!choice.empty()) choices.push_back(choice);
  }
  return choices;
}

std::string text_of_input(const std::string& id, const Value& input) {
  const Value* const password = input.find("password");
  const std::vector<std::string> choices = choices_in(input);
  JsonWriter writer;
  writer.object().member("id", id);
  writer.member("type", choices.empty() ? "promptString" : "pickString");
  for (const char* const key : {"description", "default"}) {
    if (const std::string text = text_in(input, key); !text.empty()) writer.member(key, text);
  }
  if (password != nullptr && password->kind == Value::Kind::flag && password->flag) writer.member("password", true);
  if (!choices.empty()) {
    writer.key("options").array();
    for (const std::string& choice : choices) writer.string(choice);
    writer.end();
  }
  writer.end();
  return std::move(writer).take();
}

std::optional<WrittenInput> input_of(const Value& input) {
  const std::string id = text_in(input, "id");
  const std::string type = text_in(input, "type");
  const bool has_type = type.empty() || type == "promptString" || (type == "pickString" && !choices_in(input).empty());
  if (id.empty() || id.find_first_of("{}") != std::string::npos || !has_type) return std::nullopt;
  return WrittenInput{id, text_of_input(id, input)};
}

void append_inputs(const Value* list, std::vector<WrittenInput>& inputs) {
  if (list == nullptr) return;
  for (const Value& element : list->elements) {
    auto input = input_of(element);
    const auto is_same = [&](const WrittenInput& known) { return known.id == input->id; };
    if (input && std::none_of(inputs.begin(), inputs.end(), is_same)) inputs.push_back(*std::move(input));
  }
}

const WrittenInput* find_input(const std::vector<WrittenInput>& inputs, const std::string& id) {
  const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const auto& input) { return input.id == id; });
  return found == inputs.end() ? nullptr : &*found;
}

std::string reference_to(const std::string& id) {
  return "${input:" + id + "}";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// The description of an input, with another id.
WrittenInput renamed(const WrittenInput& input, const std::string& id) {
  JsonWriter quoted;
  quoted.string(input.id);
  JsonWriter wanted;
  wanted.string(id);
  WrittenInput other{id, input.text};
  const std::string from = "\"id\":" + std::string(quoted.text());
  const std::size_t at = other.text.find(from);
  if (at != std::string::npos) other.text.replace(at, from.size(), "\"id\":" + std::string(wanted.text()));
  return other;
}

}  // namespace

std::vector<WrittenInput> inputs_in(const Value& root) {
  std::vector<WrittenInput> inputs;
  append_inputs(root.find("inputs"), inputs);
  return inputs;
}

std::vector<WrittenInput> inputs_of(const ServerGroup& group, const Value& root) {
  std::vector<WrittenInput> inputs;
  if (!group.path.empty()) {
    std::vector<std::string> path = group.path;
    path.back() = "inputs";
    append_inputs(root.at(path), inputs);
  }
  append_inputs(root.find("inputs"), inputs);
  return inputs;
}

std::map<std::string, std::string> described_inputs(const Value& root) {
  std::map<std::string, std::string> descriptions;
  const Value* const inputs = root.find("inputs");
  if (inputs == nullptr) return descriptions;
  for (const Value& input : inputs->elements) {
    const std::string id = text_in(input, "id");
    if (!id.empty()) descriptions[variable_name(id)] = text_in(input, "description");
  }
  return descriptions;
}

void add_inputs_of(WrittenServer& server, const std::vector<WrittenInput>& described,
                   const std::vector<WrittenInput>& known, std::vector<WrittenInput>& all) {
  for (const WrittenInput& input : described) {
    const std::string reference = reference_to(input.id);
    bool is_used = false;
    for_each_text(server, [&](const std::string& text) { is_used = is_used || text.find(reference) != text.npos; });
    if (!is_used) continue;
    WrittenInput wanted = input;
    const auto is_taken = [&](const std::vector<WrittenInput>& inputs) {
      const WrittenInput* const other = find_input(inputs, wanted.id);
      return other != nullptr && *other != wanted;
    };
    for (int number = 2; is_taken(known) || is_taken(all); ++number) {
      wanted = renamed(input, input.id + "-" + std::to_string(number));
    }
    if (wanted.id != input.id) {
      for_each_text(server, [&](std::string& text) { replace_all(text, reference, reference_to(wanted.id)); });
    }
    if (find_input(known, wanted.id) == nullptr && find_input(all, wanted.id) == nullptr) all.push_back(wanted);
  }
}

}  // namespace workbench::client_files
