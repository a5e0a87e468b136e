#include "consent/effects.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/visible_text.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/inputs.hpp"
#include "json/extensions.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kMaxFileDepth = 100;
const std::string kHidden = "(not shown)";

/// The one place where text of these files becomes text of a terminal.
std::string shown(std::string_view text) {
  return base::visible_line(text);
}

Json parsed(std::string_view text) {
  auto checked = json::ScannerJsonAccess(kMaxFileDepth).checked(json::without_extensions(text).plain);
  return checked ? *std::move(checked) : Json();
}

/// A value on one line, without white space between its parts.
std::string compact(const Json& value, Values values) {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (value.kind() == JsonKind::object) {
    for (const JsonMember& member : json::members(value)) {
      const bool is_hidden = values == Values::hidden && member.value.kind() == JsonKind::string;
      append(json::quoted(member.key) + ": " + (is_hidden ? kHidden : compact(member.value, values)));
    }
    return "{" + text + "}";
  }
  if (value.kind() == JsonKind::string) return json::quoted(json::characters(value));  // without needless escapes
  if (value.kind() != JsonKind::array) return std::string(value.text());
  for (const Json& element : json::elements(value)) append(compact(element, values));
  return "[" + text + "]";
}

/// A word of a command line, with quotes where it could be mistaken for several.
std::string word(const std::string& text) {
  const bool is_plain = !text.empty() && text.find_first_of(" \t\n\r'\"\\") == std::string::npos;
  return is_plain ? text : json::quoted(text);
}

std::string command_line(const Json& entry) {
  std::string line = word(json::characters(json::member(entry, "command")));
  for (const Json& argument : json::elements(json::member(entry, "args"))) {
    line += " " + word(json::characters(argument));
  }
  return line;
}

/// The text, line by line.
class Writer {
 public:
  explicit Writer(Values values) : values_(values) {}

  void add_file_keys(const Json& root) {
    for (const JsonMember& member : json::members(root)) {
      if (member.key != "toolboxes") add(0, member.key + ": " + compact(member.value, values_));
    }
  }

  void add_toolbox(const JsonMember& toolbox) {
    add(0, "toolbox " + toolbox.key);
    for (const JsonMember& member : json::members(toolbox.value)) {
      if (member.key != "mcpServers") add(1, member.key + ": " + compact(member.value, values_));
    }
    for (const JsonMember& server : json::members(json::member(toolbox.value, "mcpServers"))) add_server(server);
  }

  /// A file beside the toolboxes file, with the variables that it sets; a file of another form unchanged.
  void add_file(const ShownFile& file, bool has_answers) {
    add(0, "reads " + file.path.native());
    const auto answers = has_answers ? json::members(parsed(file.text)) : std::vector<JsonMember>();
    for (const JsonMember& answer : answers) {
      add_variable("${input:" + answer.key + "}", json::characters(answer.value));
    }
    if (!answers.empty()) return;
    const config::EnvFile read = config::parse_env_file(file.text);
    if (!read.problems.empty()) return add_text(file.text);
    for (const auto& [name, value] : read.variables) add_variable(name, value);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void add(std::size_t depth, std::string_view text) {
    constexpr std::size_t kStep = 2;
    text_ += std::string(depth * kStep, ' ') + shown(text) + "\n";
  }

  void add_server(const JsonMember& server) {
    const Json& entry = server.value;
    const Json disabled = json::member(entry, "disabled");
    const Json enabled = json::member(entry, "enabled");
    const bool is_off = disabled.text() == "true" || enabled.text() == "false";
    add(1, "server " + server.key + (is_off ? ", which is disabled" : ""));
    if (!json::member(entry, "command").is_absent()) add(2, "runs: " + command_line(entry));
    for (const JsonMember& member : json::members(entry)) {
      if (member.key == "url") {
        add(2, "connects to: " + json::characters(member.value));
      } else if (member.key != "command" && member.key != "args") {
        add(2, member.key + ": " + compact(member.value, values_));
      }
    }
  }

  /// It may be a secret, or a part of a shell command.
  void add_text(std::string_view text) {
    if (values_ == Values::hidden) return add(1, kHidden);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      add(1, "| " + std::string(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void add_variable(const std::string& name, const std::string& value) {
    add(1, name + "=" + (values_ == Values::hidden ? kHidden : value));
  }

  const Values values_;
  std::string text_;
};

}  // namespace

std::string effects_text(const std::vector<ShownFile>& files, Values values) {
  Writer writer(values);
  const ShownFile& toolboxes = files.front();
  const Json root = parsed(toolboxes.text);
  writer.add_file_keys(root);
  for (const JsonMember& toolbox : json::members(json::member(root, "toolboxes"))) writer.add_toolbox(toolbox);
  const std::filesystem::path answers = config::Inputs::file_for(toolboxes.path);
  std::for_each(std::next(files.begin()), files.end(),
                [&](const ShownFile& file) { writer.add_file(file, file.path == answers); });
  return writer.take();
}

}  // namespace workbench::app
