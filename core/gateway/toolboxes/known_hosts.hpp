#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/client_profile.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::gateway {

/// What is known about a host: besides what plugins may know of it, how it treats the tools of servers.
struct HostProfile : ClientProfile {
  /// It keeps the definitions of tools out of the context until its model searches for them. Absent: not known.
  std::optional<bool> defers_tools;
  /// Its model can call tools from code that it writes. Absent: not known.
  std::optional<bool> has_code_mode;
};

/// The name of the client behind our own commands: a person reads what it gets.
inline constexpr std::string_view kCommandLineClient = "mcp-workbench-cli";

/// Whether the host is known to send the tools of a list to a model's API: it is one whose names of tools have a known
/// limit, and no program that begins a session for each call, such as an inspector.
[[nodiscard]] inline bool is_host_of_models(const ClientProfile& client) {
  return client.tool_name_bytes.has_value() && !client.is_one_shot;
}

/// Facts about hosts (the applications that run an agent), by the name and version that their clients give in
/// `clientInfo`: the table in known_hosts.cpp, corrected and extended by the configuration. [loop thread]
class KnownHosts {
 public:
  /// `corrections` are applied after the table, in their order; later ones win.
  explicit KnownHosts(std::vector<config::HostEntry> corrections) : corrections_(std::move(corrections)) {}

  /// The same object for the same host, for as long as this lives. For an unknown client: a limit for results that all
  /// known hosts would show, and otherwise the default profile.
  [[nodiscard]] const HostProfile& find(const ClientInfo& client) const;

 private:
  const std::vector<config::HostEntry> corrections_;
  // By the entries that apply, so that clients with invented names cannot make it grow.
  mutable std::map<std::vector<std::size_t>, std::unique_ptr<const HostProfile>> profiles_;
};

/// The table itself, without the configuration.
[[nodiscard]] const std::vector<config::HostEntry>& known_host_table();

}  // namespace workbench::gateway
