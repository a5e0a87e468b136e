#pragma once

#include <string>

#include <workbench/server_login.hpp>
#include <workbench/transport.hpp>

#include "servers/configured_server.hpp"

namespace workbench::servers {

/// The authorization server of the login that its principal has to `server`, which `transport` reaches; empty: there is
/// none, or it is not known. The transport may load a library to answer, but waits for nothing. [loop thread]
[[nodiscard]] inline std::string issuer_of_login(const ConfiguredServer& server, Transport& transport) {
  if (server.entry().unusable) return {};
  ServerLogins* const logins = transport.logins();
  return logins == nullptr ? std::string() : logins->issuer(server.connected_as());
}

}  // namespace workbench::servers
