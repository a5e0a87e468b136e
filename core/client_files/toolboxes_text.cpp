#include "client_files/toolboxes_text.hpp"

#include <utility>

#include "client_files/entry_fields.hpp"
#include "client_files/text_edit.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

std::string map_of(const TextMap& values) {
  std::string text = "{";
  for (const auto& [key, value] : values) {
    text += (text.size() == 1 ? " " : ", ") + json::quoted(key) + ": " + json::quoted(value);
  }
  return text + " }";
}

/// An object, one member a line.
class ObjectText {
 public:
  void add(const std::string& name, const std::string& value) { add_member(json::quoted(name) + ": " + value); }
  void add_text(const std::string& name, const std::string& value) {
    if (!value.empty()) add(name, json::quoted(value));
  }
  void add_list(const std::string& name, const std::vector<std::string>& values) {
    if (!values.empty()) add(name, list_of(values));
  }
  void add_map(const std::string& name, const TextMap& values) {
    if (!values.empty()) add(name, map_of(values));
  }
  void add_member(const std::string& member) { text_ += (text_.empty() ? "\n  " : ",\n  ") + indented(member, "  "); }

  [[nodiscard]] std::string text() const { return text_.empty() ? "{}" : "{" + text_ + "\n}"; }

 private:
  std::string text_;
};

}  // namespace

bool is_of_one_server(const ProposedToolbox& toolbox) {
  return toolbox.servers.size() == 1 && toolbox.servers.front().name == toolbox.name;
}

std::string member_text(const WrittenServer& server) {
  ObjectText entry;
  if (!server.is_local()) entry.add_text("type", server.transport);
  entry.add_text("command", server.command);
  entry.add_text("image", server.image);
  entry.add_list("args", server.args);
  entry.add_map("env", server.env);
  entry.add_list("inheritEnv", server.inherited);
  entry.add_text("cwd", server.folder);
  entry.add_text("url", server.url);
  entry.add_map("headers", server.headers);
  entry.add_text("envFile", server.env_file);
  if (server.tool_filters) entry.add("toolFilters", list_of(*server.tool_filters));
  if (server.start_timeout_ms) entry.add("startTimeoutMs", std::to_string(*server.start_timeout_ms));
  if (server.call_timeout_ms) entry.add("callTimeoutMs", std::to_string(*server.call_timeout_ms));
  for (const auto& [name, value] : server.kept) entry.add(name, value);
  if (server.is_disabled) {
    entry.add("disabled", "true");
    entry.add_text("comment", server.comment);
  }
  return json::quoted(server.name) + ": " + entry.text();
}

std::string member_text(const ProposedToolbox& toolbox) {
  ObjectText servers;
  for (const WrittenServer& server : toolbox.servers) servers.add_member(member_text(server));
  ObjectText entry;
  entry.add("description", json::quoted(toolbox.description));
  entry.add("mcpServers", servers.text());
  return json::quoted(toolbox.name) + ": " + entry.text();
}

std::string write_toolboxes_file(const std::vector<ProposedToolbox>& toolboxes, const std::string& env_file,
                                 const std::string& schema, const std::vector<WrittenInput>& inputs) {
  ObjectText members;
  for (const ProposedToolbox& toolbox : toolboxes) members.add_member(member_text(toolbox));
  ObjectText file;
  file.add_text("$schema", schema);
  file.add_text("toolMode", "auto");
  file.add_text("envFile", env_file);
  if (!inputs.empty()) {
    std::string elements;
    for (const WrittenInput& input : inputs) elements += (elements.empty() ? "\n  " : ",\n  ") + input.text;
    file.add("inputs", "[" + elements + "\n]");
  }
  file.add("toolboxes", members.text());
  return file.text() + "\n";
}

}  // namespace workbench::client_files
