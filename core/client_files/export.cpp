#include "client_files/export.hpp"

#include <cstddef>
#include <utility>

#include "client_files/entry_fields.hpp"
#include "client_files/entry_writer.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

using Entry = ClientRow::Entry;

std::string json_file(const ClientRow& client, const std::vector<std::pair<std::string, Fields>>& servers) {
  std::string text = "{\n";
  std::string indent = "  ";
  for (const std::string& name : client.servers) {
    const bool is_list = client.entry == Entry::mcpproxy_list;
    text += indent + json::quoted(name) + (is_list ? ": [\n" : ": {\n");
    indent += "  ";
  }
  for (const auto& [name, fields] : servers) {
    text += indent + (client.entry == Entry::mcpproxy_list ? "" : json::quoted(name) + ": ") + object_of(fields) +
            (&name == &servers.back().first ? "\n" : ",\n");
  }
  for (std::size_t depth = client.servers.size(); depth > 0; --depth) {
    indent.resize(indent.size() - 2);
    text += indent + (client.entry == Entry::mcpproxy_list ? "]\n" : "}\n");
  }
  return text + "}\n";
}

std::string yaml_file(const ClientRow& client, const std::vector<std::pair<std::string, Fields>>& servers) {
  std::string text = client.servers.front() + ":\n";
  for (const auto& [name, fields] : servers) {
    const bool is_list = client.entry == Entry::continue_list;
    if (!is_list) text += "  " + json::quoted(name) + ":\n";
    std::string indent = is_list ? "  - " : "    ";
    for (const auto& [key, value] : fields) {
      text += indent + key + ": " + value + "\n";
      indent = "    ";
    }
  }
  return text;
}

std::string toml_file(const ClientRow& client, const std::vector<std::pair<std::string, Fields>>& servers) {
  std::string text;
  for (const auto& [name, fields] : servers) {
    text += (text.empty() ? "[" : "\n[") + client.servers.front() + "." + json::quoted(name) + "]\n";
    for (const auto& [key, value] : fields) text += key + " = " + value + "\n";
  }
  return text;
}

}  // namespace

Exported export_servers(const ClientRow& client, const std::vector<WrittenServer>& servers) {
  if (!client.dialect->is_known) return {"", {std::string(client.title) + " has no entries of its own to write"}};
  Exported exported;
  std::vector<std::pair<std::string, Fields>> written;
  for (const WrittenServer& server : servers) {
    if (auto fields = entry_fields(client, server, exported.losses)) {
      written.emplace_back(server.name, *std::move(fields));
    }
  }
  switch (client.format) {
    case Format::json: exported.text = json_file(client, written); break;
    case Format::yaml: exported.text = yaml_file(client, written); break;
    case Format::toml: exported.text = toml_file(client, written); break;
  }
  return exported;
}

}  // namespace workbench::client_files
