#pragma once

#include <memory>
#include <string>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

namespace workbench::http::transport {

/// A message to the server, and the parts of it that HTTP headers repeat.
struct OutgoingMessage {
  std::shared_ptr<const std::string> text;
  std::string method;       ///< empty: a response
  Json id;                  ///< absent: a notification
  std::string version;      ///< the protocol version in its `_meta`; empty: a message of the legacy era
  Json name;                ///< mirrored in `Mcp-Name`; absent: nothing is
  Json arguments;           ///< of a tools/call
  Json cancelled;           ///< of a notifications/cancelled: the id of the request
  bool may_repeat = false;  ///< receiving it twice makes no difference to the server

  [[nodiscard]] bool is_request() const { return !method.empty() && !id.is_absent(); }
  [[nodiscard]] bool is_notification() const { return !method.empty() && id.is_absent(); }
  /// Requests a list whose changes a server notifies of (list_changed).
  [[nodiscard]] bool is_list_request() const {
    return is_request() && method.ends_with("/list") && method != "tasks/list";
  }
  [[nodiscard]] bool is_modern() const { return !version.empty(); }
};

[[nodiscard]] OutgoingMessage read_outgoing(const JsonAccess& json, const Message& message);

/// Whether an id that the server has sent is the one of our request, which is a number: servers whose numbers are all
/// floats, or whose ids are texts, send `7.0` or `"7"` back for 7.
[[nodiscard]] bool is_same_id(const Json& received, const Json& sent);

/// The parts of a message from the server that the transport looks at.
struct Incoming {
  Json id;
  Json result;
  Json error;
  bool has_method = false;

  [[nodiscard]] bool is_response_to(const Json& request_id) const { return !has_method && is_same_id(id, request_id); }
  /// An error that names no request, because the server could not or would not read it: its id is null, absent, or a
  /// text of the server's own, such as "server-error".
  [[nodiscard]] bool is_refusal_of(const Json& request_id) const {
    const bool names_none =
        id.is_absent() || id.kind() == JsonKind::null ||
        (id.kind() == JsonKind::string && request_id.kind() != JsonKind::string && !is_same_id(id, request_id));
    return !has_method && error.kind() == JsonKind::object && names_none;
  }
};

[[nodiscard]] Incoming read_incoming(const JsonAccess& json, const Json& message);

}  // namespace workbench::http::transport
