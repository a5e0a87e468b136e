#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "http/http_call.hpp"
#include "http/http_client.hpp"
#include "http/http_exchange.hpp"
#include "http/server_address.hpp"
#include "login/token_source.hpp"
#include "mcp/negotiated.hpp"
#include "mcp/outgoing_message.hpp"
#include "mcp/tool_headers.hpp"

namespace workbench::http::transport {

/// The login of one server.
struct ServerLoginState {
  std::shared_ptr<login::TokenSource> tokens;  ///< null: it has no login
  bool is_configured = false;                  ///< the entry of the server has options of it
};

/// Where the requests of one session go, and what each of them carries: the target, the headers and the access token.
/// [loop thread]
class ServerEndpoint {
 public:
  /// `host` must outlive it. `source` names the server in the log.
  ServerEndpoint(Host& host, ServerAddress address, std::string source, ServerLoginState login);

  [[nodiscard]] Host& host() const { return host_; }
  [[nodiscard]] const JsonAccess& json() const { return host_.json(); }
  void log(LogLevel level, std::string_view text) const { host_.log(level, source_, text); }
  /// A text of the server, whose bytes that are not UTF-8 become U+FFFD; the first time, that is logged. It becomes 2
  /// MiB longer at most, see kMaxReplacedBytes.
  [[nodiscard]] std::string as_utf8(std::string text);

  [[nodiscard]] const ServerAddress& address() const { return address_; }
  [[nodiscard]] std::string origin() const { return address_.url.origin(); }
  /// Sends all later requests to where a response redirects its request, which was sent to `target`, if that is within
  /// the origin, which the headers may contain secrets for, and if the request is to be sent there with its method.
  /// False: nothing has changed.
  [[nodiscard]] bool follow(const ResponseHead& redirect, std::string_view method, std::string_view target);
  /// Where POSTs go: over HTTP+SSE (2024-11-05), the target that its stream has named.
  [[nodiscard]] const std::string& post_target() const;
  void set_http_sse_target(std::string target) { http_sse_target_ = std::move(target); }
  [[nodiscard]] bool uses_http_sse() const { return !http_sse_target_.empty(); }

  [[nodiscard]] Negotiated& negotiated() { return negotiated_; }
  /// The session that `message` belongs to when it is sent; empty: none.
  [[nodiscard]] std::string session_of(const OutgoingMessage& message) const;
  [[nodiscard]] ToolHeaders& tool_headers() { return tool_headers_; }
  /// The configured headers and the access token, for every request.
  [[nodiscard]] HeaderList common_headers() const;
  /// All headers of a POST of `message`, but for the length.
  [[nodiscard]] HeaderList post_headers(const OutgoingMessage& message) const;
  /// Appends the headers of a legacy request that belongs to the session `id`; empty: to none.
  void append_session_headers(const std::string& id, HeaderList& headers) const;

  /// Null: the server has no login.
  [[nodiscard]] login::TokenSource* tokens() const { return login_.tokens.get(); }
  /// Why there is no access token, for the sender of the request that needs one: login_required, or another
  /// failure. Absent: the server does not demand OAuth, so its response has more information.
  [[nodiscard]] std::optional<Error> describe_no_token(const Error& reason) const;

  /// Sends `request`; `observer` receives the response. Not after release().
  [[nodiscard]] std::unique_ptr<HttpCall> request(HttpRequest request, std::weak_ptr<ResponseObserver> observer);
  void pause_reading(bool paused);
  [[nodiscard]] bool is_reading_paused() const { return is_reading_paused_; }
  /// Closes idle connections; there are no further requests.
  void release() { client_.reset(); }

  /// The server has sent a response.
  void record_contact() { was_reached_ = true; }
  [[nodiscard]] bool was_reached() const { return was_reached_; }

 private:
  Host& host_;
  ServerAddress address_;
  const std::string source_;
  const ServerLoginState login_;
  std::shared_ptr<HttpClient> client_;  ///< null after release()
  ToolHeaders tool_headers_;
  Negotiated negotiated_;
  std::string http_sse_target_;  ///< empty unless HTTP+SSE is used
  bool was_reached_ = false;
  bool is_reading_paused_ = false;
  bool has_other_bytes_ = false;  ///< a text of the server was not UTF-8
};

}  // namespace workbench::http::transport
