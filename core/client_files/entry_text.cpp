#include "client_files/entry_text.hpp"

#include "client_files/entry_fields.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

using Entry = ClientRow::Entry;

std::string json_text(const ClientRow& client, const WorkbenchEntry& entry) {
  const std::string name = json::quoted(entry.name);
  const std::string plain = "\"command\": " + json::quoted(entry.command) + ", \"args\": " + list_of(entry.args);
  if (client.entry == Entry::mcpproxy_list) {
    return "{ \"name\": " + name + ", \"protocol\": \"stdio\", " + plain + ", \"enabled\": true }";
  }
  if (client.entry == Entry::command_list) {
    std::vector<std::string> command{entry.command};
    command.insert(command.end(), entry.args.begin(), entry.args.end());
    return name + ": { \"type\": \"local\", \"command\": " + list_of(command) + ", \"enabled\": true }";
  }
  const EntryDialect& dialect = *client.dialect;
  std::string text = name + ": { ";
  if (dialect.needs_type) text += "\"type\": " + json::quoted(dialect.type_of_stdio) + ", ";
  if (!dialect.source.empty()) text += "\"source\": " + json::quoted(dialect.source) + ", ";
  text += plain;
  if (dialect.must_list_tools) text += ", " + json::quoted(dialect.allowed) + ": " + list_of({"*"});
  if (!dialect.always_loads.empty()) text += ", " + json::quoted(dialect.always_loads) + ": true";
  return text + " }";
}

std::string yaml_text(const ClientRow& client, const WorkbenchEntry& entry, std::size_t indentation) {
  const std::string indent(indentation, ' ');
  const std::string command = json::quoted(entry.command) + "\n";
  const std::string args = "args: " + list_of(entry.args) + "\n";
  if (client.entry == Entry::continue_list) {
    return indent + "- name: " + entry.name + "\n" + indent + "  command: " + command + indent + "  " + args;
  }
  std::string text = indent + entry.name + ":\n";
  if (client.entry == Entry::goose) {
    text += indent + "  name: " + entry.name + "\n" + indent + "  type: stdio\n" + indent + "  enabled: true\n";
    return text + indent + "  cmd: " + command + indent + "  " + args + indent + "  envs: {}\n" + indent +
           "  timeout: 300\n";
  }
  return text + indent + "  command: " + command + indent + "  " + args;
}

}  // namespace

std::string entry_text(const ClientRow& client, const WorkbenchEntry& entry, std::size_t indentation) {
  switch (client.format) {
    case Format::json: return json_text(client, entry);
    case Format::yaml: return yaml_text(client, entry, indentation);
    case Format::toml: break;
  }
  return "[" + client.servers.front() + "." + entry.name + "]\ncommand = " + json::quoted(entry.command) +
         "\nargs = " + list_of(entry.args) + "\n";
}

}  // namespace workbench::client_files
