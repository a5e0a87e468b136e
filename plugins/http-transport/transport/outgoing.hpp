#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

namespace workbench::http::remote {

/// A message for the server, and what of it HTTP tells in its headers.
struct Outgoing {
  std::shared_ptr<const std::string> text;
  std::string method;   ///< empty: a response
  Json id;              ///< absent: a notification
  std::string version;  ///< the protocol version that it carries itself; empty: a message of the legacy era
  Json name;            ///< what `Mcp-Name` mirrors; absent: nothing
  Json arguments;       ///< of a tools/call
  Json cancelled;       ///< the request that a notifications/cancelled is about

  [[nodiscard]] bool is_request() const { return !method.empty() && !id.is_absent(); }
  [[nodiscard]] bool is_modern() const { return !version.empty(); }
};

[[nodiscard]] Outgoing read_outgoing(const JsonAccess& json, const Message& message);

/// A JSON-RPC error response, made here because there is none from the server.
[[nodiscard]] std::string error_answer(const JsonAccess& json, const Json& id, std::string_view text);

/// What is looked at in a message from the server.
struct Incoming {
  Json id;
  Json result;
  Json error;
  bool has_method = false;

  [[nodiscard]] bool answers(const Json& request_id) const {
    return !has_method && !id.is_absent() && id.text() == request_id.text();
  }
};

[[nodiscard]] Incoming read_incoming(const JsonAccess& json, const Json& message);

/// The member of an object; absent if there is none, or no object.
[[nodiscard]] Json member(const JsonAccess& json, const Json& object, std::string_view name);

/// The characters of a string; empty for anything else.
[[nodiscard]] std::string text_of(const JsonAccess& json, const Json& value);

}  // namespace workbench::http::remote
