#include "commands/servers/host_modes.hpp"

#include <algorithm>

#include "gateway/exposure/effective_mode.hpp"
#include "gateway/toolboxes/host_descriptions.hpp"
#include "gateway/toolboxes/known_hosts.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// A client that the patterns of a row match.
ClientInfo example_of(const config::HostEntry& entry) {
  const auto without_wildcards = [](std::string pattern) {
    std::erase(pattern, '*');
    return pattern;
  };
  ClientInfo client{without_wildcards(entry.name), without_wildcards(entry.version)};
  if (client.version.starts_with(">=")) client.version.erase(0, 2);
  if (client.version.empty()) client.version = "0";
  return client;
}

std::string pattern_of(const config::HostEntry& entry) {
  return entry.version == "*" ? entry.name : entry.name + "@" + entry.version;
}

HostMode mode_of(const config::Config& config, const gateway::KnownHosts& hosts, HostMode host) {
  const gateway::HostProfile& profile = hosts.find(host.client);
  host.mode = gateway::effective_mode(config.tool_mode, profile);
  host.reason = gateway::reason_for_mode(config.tool_mode, profile);
  return host;
}

}  // namespace

std::vector<HostMode> host_modes(const config::Config& config) {
  const gateway::KnownHosts hosts(config.hosts);
  std::vector<HostMode> all;
  const auto add = [&](std::string_view product, const config::HostEntry& entry) {
    all.push_back(mode_of(config, hosts, {std::string(product), pattern_of(entry), example_of(entry), {}, {}}));
  };
  for (const gateway::HostDescription& known : gateway::host_descriptions()) add(known.product, known.entry);
  for (const config::HostEntry& corrected : config.hosts) add("in \"hosts\"", corrected);
  return all;
}

HostMode host_mode_of(const config::Config& config, const ClientInfo& client) {
  const std::string pattern = client.version.empty() ? client.name : client.name + "@" + client.version;
  return mode_of(config, gateway::KnownHosts(config.hosts), {{}, pattern, client, {}, {}});
}

std::string host_modes_text(const config::Config& config, std::size_t width) {
  Table table;
  table.add({"HOST", "CLIENT INFO", "MODE", "BECAUSE"});
  for (const HostMode& host : host_modes(config)) {
    table.add({host.product, host.pattern, std::string(gateway::name_of(host.mode)), host.reason});
  }
  return table.text(width);
}

std::string host_mode_line(const config::Config& config, const ClientInfo& client) {
  const HostMode host = host_mode_of(config, client);
  return client.name + ": " + std::string(gateway::name_of(host.mode)) + ", because " + host.reason + "\n";
}

ClientInfo named_client(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos || at == 0) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace workbench::app
