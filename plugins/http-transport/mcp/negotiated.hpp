#pragma once

#include <string>
#include <vector>

#include <workbench/json.hpp>

namespace workbench::http::transport {

/// What `initialize` negotiated, for the headers of later requests.
struct Negotiated {
  std::string session_id;  ///< empty: the server sent none
  std::string version;     ///< the protocol version; empty: there was no `initialize` yet
  /// What the host knows of the server since then: version, capabilities and serverInfo, as they were written. A
  /// new session must be with the same server.
  std::string server;
  std::vector<std::string> lists;  ///< of "tools", "prompts" and "resources" those that the server has
};

/// What the `result` of `initialize` says; the session id is in a header instead.
[[nodiscard]] Negotiated read_negotiated(const JsonAccess& json, const Json& result);

}  // namespace workbench::http::transport
