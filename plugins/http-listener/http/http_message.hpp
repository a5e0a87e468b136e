#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/authenticator.hpp>
#include <workbench/listener.hpp>
#include <workbench/message.hpp>
#include <workbench/principal.hpp>
#include <workbench/result.hpp>

#include "http-shared/headers.hpp"
#include "http/expiry.hpp"

namespace workbench::http {

/// The sender of a request, as far as it is known from the connection or a trusted proxy.
struct RequestSource {
  std::string address;                             ///< for the log and for quotas: an IP address, or "unix"
  std::optional<uid_t> user;                       ///< of the process at the other end of a Unix socket
  std::optional<std::string> certificate_subject;  ///< of the verified client certificate, as in RFC 2253
  bool is_secure = false;                          ///< the client uses TLS, toward us or toward a trusted proxy
  /// The connection has reached us at a loopback address or a Unix socket, so that a program of this machine has made
  /// it: a browser, too, or a proxy.
  bool is_local = false;
  std::string replaced_host;  ///< the header Host as received, if a trusted proxy names another host; else empty
  /// The user of the process at the other end, which may be a trusted proxy, or why it is not known, if that decides
  /// whether it may come in.
  std::optional<Result<uid_t>> local_user;
};

/// What reads the body of a request, and responds.
enum class BodyReader {
  mcp_endpoint,
  console_opening,   ///< opens a session of the console
  operator_methods,  ///< the operator protocol (docs/operate/console.md)
};

struct ReceivedRequest {
  std::string method;
  std::string target;  ///< path and query as received
  Headers headers;
  std::string body;
  std::shared_ptr<const RequestSource> source;  ///< never null once the head is complete
  std::shared_ptr<const Principal> principal;   ///< null until the request has been authenticated

  /// The scopes that its own credentials grant; null: the principal's scopes apply.
  std::shared_ptr<const Scopes> scopes;
  /// The result of the authenticators of plugins; null: they were not asked.
  std::shared_ptr<const Authentication> authentication;

  /// When its token expires, so that the response must have ended.
  Expiry authorized_until;

  BodyReader reader = BodyReader::mcp_endpoint;  ///< of its route, once it was admitted
  /// What the session of the console may see that it belongs to, if the operator protocol is meant.
  OperatorView operator_view = OperatorView::none;

  [[nodiscard]] std::string_view path() const { return std::string_view(target).substr(0, target.find_first_of("?#")); }
};

/// A response whose body is complete.
struct Response {
  unsigned status = 200;
  Headers headers;
  Message body;
};

/// A response with a sentence for a person.
[[nodiscard]] Response text_response(unsigned status, std::string text);

/// A response with one JSON-RPC message.
[[nodiscard]] Response json_response(unsigned status, Message message);

/// 405. `allowed`: the methods of the resource, as the header Allow has them.
[[nodiscard]] Response method_not_allowed_response(std::string_view allowed);

/// 503 with Retry-After; ends the connection, so that the client may retry at another replica.
[[nodiscard]] Response unavailable_response(std::string text);

/// The unavailable_response() for requests that arrive while the workbench shuts down.
[[nodiscard]] Response shutting_down_response();

}  // namespace workbench::http
