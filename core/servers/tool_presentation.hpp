#pragma once

#include <map>
#include <string>
#include <vector>

#include <workbench/json.hpp>

#include "config/toolboxes_file/config.hpp"

// A tool as the configuration shows it (`tools` of its server's entry): its definition on the way to clients, and the
// arguments of a call on the way to the server.

namespace workbench::servers {

/// What a server is sent in place of the name and the arguments of a call.
struct ToolOnServer {
  std::string name;                              ///< its own
  std::vector<config::ArgumentEntry> arguments;  ///< for arguments_for_server()
  /// Of names and values in which hidden characters were written out, by what clients know: what the server knows.
  std::map<std::string, std::string> hidden = {};
};

struct PresentedTool {
  Json definition;  ///< for clients
  ToolOnServer on_server;
  std::vector<std::string> problems;  ///< what of the entry is not as the server has it; phrases with a remedy
};

/// The tool whose `definition`, a checked object, the server lists, as `entry` says. What the entry does not change
/// stays to the byte. An argument that the server requires is not hidden unless there is a value for it.
[[nodiscard]] PresentedTool present(const Json& definition, const config::ToolEntry& entry);

/// The arguments of a call, a checked object, as the server knows them, with the values that entries of the
/// configuration add, fix or leave out. All others stay to the byte, in their order. What is not an object stays as it
/// is.
[[nodiscard]] Json arguments_for_server(const Json& arguments, const ToolOnServer& tool);

}  // namespace workbench::servers
