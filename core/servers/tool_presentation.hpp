#pragma once

#include <map>
#include <string>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/tool.hpp>

#include "config/toolboxes_file/config.hpp"

// A tool as the configuration shows it (`tools` of its server's entry): its definition on the way to clients, and the
// arguments of a call on the way to the server.

namespace workbench::servers {

/// The replacement for the name and the arguments of a call.
struct ToolOnServer {
  std::string name;                              ///< its own
  std::vector<config::ArgumentEntry> arguments;  ///< for arguments_for_server()
  /// The server's spelling of names and values in which hidden characters were written out, by the clients' spelling.
  std::map<std::string, std::string> hidden = {};
};

struct PresentedTool {
  Json definition;  ///< for clients
  ToolOnServer on_server;
  std::vector<std::string> problems;  ///< where the entry does not match the server; phrases with a remedy
};

/// The hints of a tool, corrected.
[[nodiscard]] ToolAnnotations corrected(ToolAnnotations annotations, const config::AnnotationsEntry& entry);

/// The tool that the server lists with `definition`, a checked object, presented as `entry` says. Everything else
/// stays to the byte. An argument that the server requires is not hidden unless there is a value for it.
[[nodiscard]] PresentedTool present(const Json& definition, const config::ToolEntry& entry);

/// The arguments of a call, a checked object, as the server knows them, with the values that entries of the
/// configuration add, fix or leave out. All others stay to the byte, in their order. What is not an object stays as it
/// is.
[[nodiscard]] Json arguments_for_server(const Json& arguments, const ToolOnServer& tool);

}  // namespace workbench::servers
