#include "toolbox_listing.hpp"

#include <algorithm>
#include <cstddef>

namespace meta_tools {

using workbench::JsonAccess;
using workbench::JsonMember;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::Tool;

namespace {

bool is_ours(const std::string& key) {
  return key == "name" || key == "toolbox_name" || key == "source_server";
}

void append_tool(std::string& out, const Tool& tool, const std::string& provenance, const JsonAccess& json) {
  out.append("{\"name\":").append(json.quoted(tool.name)).append(provenance);
  if (const auto members = json.members(tool.definition)) {
    for (const JsonMember& member : *members) {
      if (is_ours(member.key)) continue;
      out.append(",").append(json.quoted(member.key)).append(":").append(member.value.text());
    }
  }
  out.append("}");
}

}  // namespace

std::string connection_failure(const OpenedToolbox& toolbox, const OpenedServer& server) {
  std::string reason = server.failure ? server.failure->message : std::string();
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return "Failed to connect to server '" + server.name + "' in toolbox '" + toolbox.name + "': " + reason;
}

std::string write_listing(const OpenedToolbox& toolbox, const JsonAccess& json) {
  const auto is_connected = [](const OpenedServer& server) {
    return !server.failure.has_value() && !server.is_starting;
  };
  const auto connected = std::count_if(toolbox.servers.begin(), toolbox.servers.end(), is_connected);

  std::string out = "{\"toolbox\":" + json.quoted(toolbox.name) +
                    ",\"description\":" + json.quoted(toolbox.description) +
                    ",\"servers_connected\":" + std::to_string(connected) + ",\"tools\":[";
  bool is_first = true;
  for (const OpenedServer& server : toolbox.servers) {
    const std::string provenance =
        ",\"toolbox_name\":" + json.quoted(toolbox.name) + ",\"source_server\":" + json.quoted(server.name);
    for (const Tool& tool : server.tools) {
      if (!is_first) out.append(",");
      is_first = false;
      append_tool(out, tool, provenance, json);
    }
  }
  out.append("]");

  std::string errors;
  for (const OpenedServer& server : toolbox.servers) {
    if (!server.failure) continue;
    errors.append(errors.empty() ? "" : ",").append(json.quoted(connection_failure(toolbox, server)));
  }
  if (!errors.empty()) out.append(",\"_errors\":[").append(errors).append("]");
  std::string notes;
  for (const OpenedServer& server : toolbox.servers) {
    if (server.is_starting) {
      notes.append(notes.empty() ? "" : ",")
          .append(
              json.quoted("server '" + server.name + "' is still starting; open the toolbox again to see its tools"));
    }
    for (const std::string& note : server.notes) {
      notes.append(notes.empty() ? "" : ",").append(json.quoted("server '" + server.name + "': " + note));
    }
  }
  if (!notes.empty()) out.append(",\"_notes\":[").append(notes).append("]");
  return out.append("}");
}

}  // namespace meta_tools
