#include "config/toolboxes_file/other_clients.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/contains.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kNoEffect = "has no effect here; it may stay for other clients, or be removed";
constexpr std::string_view kCannotConfine = "confines servers that the workbench starts, and is an error with others";
constexpr std::string_view kUseToolFilters = "means the same as \"toolFilters\" here; better write that";

constexpr std::array kForeignKeys = {
    Pair{"_comment", kNoEffect},
    Pair{"alwaysAllow", kNoEffect},
    Pair{"alwaysAllowedTools", kNoEffect},
    Pair{"alwaysLoadTools", kNoEffect},
    Pair{"autoApprove", kNoEffect},
    Pair{"autoStart", kNoEffect},
    Pair{"comment", kNoEffect},
    Pair{"description", kNoEffect},
    Pair{"dev", kNoEffect},
    Pair{"disabledTools", kUseToolFilters},
    Pair{"enabled", "means the opposite of \"disabled\" here; better write that"},
    Pair{"enabledTools", kUseToolFilters},
    Pair{"excludeTools", kUseToolFilters},
    Pair{"gallery", kNoEffect},
    Pair{"icon", kNoEffect},
    Pair{"includeTools", kUseToolFilters},
    Pair{"name", kNoEffect},
    Pair{"note", kNoEffect},
    Pair{"notes", kNoEffect},
    Pair{"sandbox", kCannotConfine},
    Pair{"sandboxEnabled", kCannotConfine},
    Pair{"timeout",
         "is the time limit of calls without \"callTimeoutMs\", in seconds below 1000 and else in milliseconds; better "
         "write that"},
    Pair{"title", kNoEffect},
    Pair{"trust", kNoEffect},
    Pair{"version", kNoEffect},
};

constexpr std::array kMisnomers = {
    Pair{"arguments", "args"},      Pair{"cmd", "command"}, Pair{"directory", "cwd"}, Pair{"environment", "env"},
    Pair{"filters", "toolFilters"}, Pair{"httpUrl", "url"}, Pair{"serverUrl", "url"}, Pair{"workingDirectory", "cwd"},
};

constexpr std::array<std::string_view, 8> kNetworkTransports = {
    "http", "https", "sse", "streamable-http", "streamable_http", "streamableHttp", "websocket", "ws",
};

// Other clients' names of the transport "http", apart from those under which its plugin registers it.
constexpr std::array<std::string_view, 3> kOtherNamesOfHttp = {"https", "streamable_http", "streamableHttp"};

constexpr std::array<std::string_view, 7> kKeysAtTheTop = {
    "amp.mcpServers", "context_servers", "extensions", "mcp", "mcpServers", "mcp_servers", "servers",
};

constexpr std::array<std::string_view, 3> kAddressKeys = {"httpUrl", "serverUrl", "url"};

template <std::size_t N>
std::optional<std::string_view> second_of(const std::array<Pair, N>& pairs, std::string_view first) {
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.first == first; });
  if (found == pairs.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> registered(const Reading& reading) {
  std::vector<std::string> names;
  for (const auto& transport : reading.vocabulary.transports) names.push_back(transport.first);
  return names;
}

std::string not_registered(const std::string& name, const std::vector<std::string>& names) {
  if (names.empty()) return "no loaded plugin provides a transport; name one that does in plugins.load";
  if (base::contains(kNetworkTransports, name)) {
    return "no loaded plugin provides the transport " + json::quoted(name) +
           "; name one that does in plugins.load, or remove this server (registered: " + quoted_list(names) + ")";
  }
  const bool misspelled = closest_match(name, names).has_value();
  return "unknown transport " + json::quoted(name) + "; " +
         (misspelled ? suggestion(name, names) : "registered: " + quoted_list(names));
}

/// The node that names the transport, if there is one. Reports two that differ.
std::optional<JsonNode> naming_node(const JsonNode& server, Reading& reading) {
  const auto transport = server.member("transport");
  const auto type = server.member("type");
  if (!transport) return type;
  if (type && type->is_text() && transport->is_text() && type->text() != transport->text()) {
    reading.report.error(type->path, "means the same as \"transport\" but has another value; remove one of the two");
  } else if (type && !type->is_text()) {
    (void)read_text(*type, reading);
  }
  return transport;
}

/// An entry of another client may name no transport and have only an address.
bool has_address_only(const JsonNode& server) {
  if (server.member("command")) return false;
  for (const JsonNodeMember& member : members_of(server)) {
    if (is_address_key(member.name)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string_view> foreign_key_note(std::string_view key) {
  return second_of(kForeignKeys, key);
}

std::optional<std::string_view> usual_misnomer(std::string_view key) {
  return second_of(kMisnomers, key);
}

bool is_address_key(std::string_view key) {
  return base::contains(kAddressKeys, key);
}

bool is_other_clients_key(std::string_view key) {
  return base::contains(kKeysAtTheTop, key);
}

std::optional<OffKey> off_key(std::string_view key) {
  if (key == "enabled") return OffKey::enabled;
  if (key == "enabledTools" || key == "includeTools") return OffKey::allowed_tools;
  if (key == "disabledTools" || key == "excludeTools") return OffKey::excluded_tools;
  return std::nullopt;
}

std::vector<std::string_view> foreign_keys() {
  std::vector<std::string_view> keys;
  for (const Pair& pair : kForeignKeys) keys.push_back(pair.first);
  return keys;
}

std::vector<std::string_view> other_names_of_transport(std::string_view transport) {
  if (transport != kAddressTransport) return {};
  return {kOtherNamesOfHttp.begin(), kOtherNamesOfHttp.end()};
}

std::optional<std::string> choose_transport(const JsonNode& server, Reading& reading) {
  const auto& transports = reading.vocabulary.transports;
  const auto node = naming_node(server, reading);
  if (!node) {
    if (has_address_only(server) && transports.count(kAddressTransport) != 0) return kAddressTransport;
    const bool has_image_only = server.member(kImage) && !server.member("command");
    if (has_image_only && transports.count(kImageTransport) != 0) return kImageTransport;
    if (transports.count(kDefaultTransport) != 0) return kDefaultTransport;
    reading.report.error(server.path, not_registered(kDefaultTransport, registered(reading)));
    return std::nullopt;
  }
  auto name = read_text(*node, reading);
  if (!name || transports.count(*name) != 0) return name;
  if (base::contains(kOtherNamesOfHttp, *name) && transports.count(kAddressTransport) != 0) return kAddressTransport;
  // As the file has it: the value of a variable in it may be a secret.
  reading.report.error(node->path, not_registered(node->text(), registered(reading)));
  return std::nullopt;
}

}  // namespace workbench::config
