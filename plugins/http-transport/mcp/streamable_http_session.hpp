#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "http/http_client.hpp"
#include "http/server_address.hpp"
#include "login/token_source.hpp"
#include "mcp/outgoing.hpp"
#include "mcp/tool_headers.hpp"

namespace workbench::http::transport {

class Post;
class ServerStream;
class SessionDeletion;

/// What `initialize` negotiated, for the headers of later requests.
struct Negotiated {
  std::string session_id;  ///< empty: the server sent none
  std::string version;     ///< the protocol version; empty: there was no `initialize` yet
};

/// Everything that belongs to one server at a URL: a POST for each message, in the legacy era a stream for messages
/// from the server, and their common state. Shared, because a callback may destroy the connection that owns it. [loop
/// thread]
class StreamableHttpSession : public std::enable_shared_from_this<StreamableHttpSession> {
 public:
  /// `source` names the server in the log. `tokens`: null if nobody logs in to the server.
  StreamableHttpSession(Host& host, ServerAddress address, std::string source,
                        std::shared_ptr<oauth::TokenSource> tokens);

  // For the connection.
  void start(ConnectionObserver& observer) { observer_ = &observer; }
  void send(const Message& message);
  [[nodiscard]] std::size_t backlog() const { return backlog_; }
  void pause_reading(bool paused);
  void close();
  /// Ends everything at once without calling the observer.
  void abandon();

  // For posts and streams.
  [[nodiscard]] Host& host() { return host_; }
  [[nodiscard]] const JsonAccess& json() const { return host_.json(); }
  [[nodiscard]] const ServerAddress& address() const { return address_; }
  [[nodiscard]] std::string origin() const { return address_.url.origin(); }
  [[nodiscard]] Negotiated& negotiated() { return negotiated_; }
  [[nodiscard]] ToolHeaders& tool_headers() { return tool_headers_; }
  void log(LogLevel level, std::string_view text) { host_.log(level, source_, text); }

  [[nodiscard]] std::unique_ptr<HttpCall> request(HttpRequest request, std::weak_ptr<ResponseObserver> observer);
  /// The configured headers and the access token, for every request.
  [[nodiscard]] Headers common_headers() const;
  /// Null: nobody logs in to the server.
  [[nodiscard]] oauth::TokenSource* tokens() const { return tokens_.get(); }
  /// Why there is no access token, for who asked with the request that needs one: login_required, or whatever has
  /// failed. Absent: what the server demands is not OAuth, so its response says more.
  [[nodiscard]] std::optional<Error> describe_no_token(const Error& reason) const;
  /// Appends the headers of the negotiated session, for legacy requests.
  void append_session_headers(Headers& headers) const;

  void deliver(std::string message);
  void deliver(CheckedMessage message);
  void deliver_error(const Json& id, std::string_view text);
  /// The server has certainly not carried out the request.
  void deliver_request_failed(const Json& id, const Error& reason);
  void deliver_undeliverable(const Error& what, std::string_view beginning);
  void deliver_overlong(std::string_view beginning);

  /// The server has sent a response.
  void record_contact() { was_reached_ = true; }
  [[nodiscard]] bool was_reached() const { return was_reached_; }
  void record_written(std::size_t bytes);
  /// Redirects all later requests within the origin.
  void set_target(std::string target) { address_.url.target = std::move(target); }

  /// The server has accepted the message of this post, or never will.
  void handle_delivered(const Post& post);
  /// The post is finished.
  void remove(const Post& post);

  /// The server refused the POST of `initialize`: tries HTTP+SSE (2024-11-05). If that fails, `refusal` is the
  /// response.
  void try_http_sse(const Outgoing& initialize, std::string refusal);
  /// The stream of HTTP+SSE has named the target of POSTs.
  void set_http_sse_target(std::string target);
  /// The stream of HTTP+SSE has ended, or could not be opened. `refusal`: what `initialize` is answered if that is
  /// more than the refusal of its POST says.
  void end_http_sse(std::string_view reason, std::optional<Error> refusal = {});
  [[nodiscard]] bool uses_http_sse() const { return !http_sse_target_.empty(); }
  [[nodiscard]] const std::string& post_target() const {
    return uses_http_sse() ? http_sse_target_ : address_.url.target;
  }

  /// Ends everything and reports the reason to the observer. To be called from tasks of the loop only.
  void end(const Error& reason);
  /// The server no longer knows the session, as this response says.
  void end_by_server(const ResponseHead& head);

 private:
  /// Messages of which a limited number is sent at a time, in order.
  struct Lane {
    const std::size_t max_active;
    std::size_t active = 0;
    std::deque<Outgoing> queued = {};  ///< while max_active are active
  };

  void dispatch(Outgoing outgoing);
  [[nodiscard]] bool has_turn(const Outgoing& outgoing);
  [[nodiscard]] Lane& lane_of(const Outgoing& outgoing) { return outgoing.is_request() ? requests_ : other_messages_; }
  void start_post(Outgoing outgoing);
  [[nodiscard]] bool cancel(const Outgoing& cancellation);
  void start_queued(Lane& lane);
  void release_held_messages();
  void stop_all();

  Host& host_;
  ServerAddress address_;
  const std::string source_;
  const std::shared_ptr<oauth::TokenSource> tokens_;
  std::shared_ptr<HttpClient> client_;
  ToolHeaders tool_headers_;
  ConnectionObserver* observer_ = nullptr;

  Negotiated negotiated_;
  std::string http_sse_target_;  ///< empty unless HTTP+SSE is used
  std::map<const Post*, std::shared_ptr<Post>> posts_;
  Lane requests_;
  Lane other_messages_;                 ///< apart from requests, which may wait for a response that is one of these
  bool is_notifying_ = false;           ///< the server has not accepted the notification whose turn it was
  bool is_holding_ = false;             ///< until the server has accepted a message that must come first
  std::deque<Outgoing> held_messages_;  ///< while is_holding_
  std::shared_ptr<ServerStream> stream_;
  std::shared_ptr<SessionDeletion> deletion_;
  std::optional<Outgoing> http_sse_initialize_;  ///< while HTTP+SSE is tried
  std::string http_sse_refusal_;

  std::size_t backlog_ = 0;
  bool was_above_high_mark_ = false;
  bool was_reached_ = false;
  bool is_closing_ = false;
  bool is_over_ = false;
};

}  // namespace workbench::http::transport
