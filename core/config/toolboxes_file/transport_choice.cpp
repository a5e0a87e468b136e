#include "config/toolboxes_file/transport_choice.hpp"

#include <vector>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/option_value.hpp"
#include "config/toolboxes_file/server_keys.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

constexpr const char* kDefault = "stdio";
constexpr const char* kForAddresses = "http";

std::vector<std::string> registered(const Reading& reading) {
  std::vector<std::string> names;
  for (const auto& transport : reading.vocabulary.transports) names.push_back(transport.first);
  return names;
}

std::string not_registered(const std::string& spelling, const std::vector<std::string>& names) {
  if (names.empty()) return "no loaded plugin provides a transport; name one that does in plugins.load";
  if (is_network_transport(spelling)) {
    return "no loaded plugin provides the transport " + json::quoted(spelling) +
           "; name one that does in plugins.load, or remove this server (registered: " + listed(names) + ")";
  }
  const bool misspelt = nearest(spelling, names).has_value();
  return "there is no transport " + json::quoted(spelling) + "; " +
         (misspelt ? suggestion(spelling, names) : "registered: " + listed(names));
}

/// The node that names the transport, if one does. Reports two that differ.
std::optional<JsonNode> naming_node(const JsonNode& server, Reading& reading) {
  const auto transport = server.member("transport");
  const auto type = server.member("type");
  if (!transport) return type;
  if (type && type->is_text() && transport->is_text() && type->text() != transport->text()) {
    reading.report.error(type->path, "means the same as \"transport\" and says something else; remove one of the two");
  } else if (type && !type->is_text()) {
    (void)read_text(*type, reading);
  }
  return transport;
}

/// An entry made for another client may say nothing but where the server is.
bool has_address_alone(const JsonNode& server) {
  if (server.member("command")) return false;
  for (const JsonNodeMember& member : members_of(server)) {
    if (is_address_key(member.name)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> choose_transport(const JsonNode& server, Reading& reading) {
  const auto& transports = reading.vocabulary.transports;
  const auto node = naming_node(server, reading);
  if (!node) {
    if (has_address_alone(server) && transports.count(kForAddresses) != 0) return kForAddresses;
    if (transports.count(kDefault) != 0) return kDefault;
    reading.report.error(server.path, not_registered(kDefault, registered(reading)));
    return std::nullopt;
  }
  auto name = read_text(*node, reading);
  if (!name || transports.count(*name) != 0) return name;
  if (is_other_spelling_of_http(*name) && transports.count(kForAddresses) != 0) return kForAddresses;
  // The spelling of the file, not the value of a variable in it.
  reading.report.error(node->path, not_registered(node->text(), registered(reading)));
  return std::nullopt;
}

}  // namespace workbench::config
