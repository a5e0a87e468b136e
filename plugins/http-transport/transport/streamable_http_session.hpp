#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "io_thread.hpp"
#include "transport/http_client.hpp"
#include "transport/outgoing.hpp"
#include "transport/server_address.hpp"
#include "transport/tool_headers.hpp"

namespace workbench::http::remote {

class SessionDeletion;
class Post;
class ServerStream;

/// What the handshake with a server gave that its later requests must say.
struct Session {
  std::string id;       ///< empty: the server gave none
  std::string version;  ///< the negotiated protocol version; empty: there was no handshake yet
};

/// All that goes on with one server at a URL: a POST for each message, in the legacy era a stream for what the
/// server says by itself, and what they have in common. Shared, because what is called may drop the connection.
/// [loop thread]
class StreamableHttpSession : public std::enable_shared_from_this<StreamableHttpSession> {
 public:
  StreamableHttpSession(Host& host, std::shared_ptr<IoThread> io, ServerAddress address, std::string source);

  // For the connection.
  void start(ConnectionObserver& observer) { observer_ = &observer; }
  void send(const Message& message);
  [[nodiscard]] std::size_t backlog() const { return backlog_; }
  void pause_reading(bool paused);
  void close();
  /// Ends everything at once and calls nobody any more.
  void abandon();

  // For what goes on in it.
  [[nodiscard]] Host& host() { return host_; }
  [[nodiscard]] const JsonAccess& json() const { return host_.json(); }
  [[nodiscard]] const ServerAddress& address() const { return address_; }
  [[nodiscard]] std::string origin() const { return address_.url.origin(); }
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] ToolHeaders& tool_headers() { return tool_headers_; }
  [[nodiscard]] bool is_paused() const { return is_paused_; }
  [[nodiscard]] bool is_over() const { return is_over_; }
  void log(LogLevel level, std::string_view text) { host_.log(level, source_, text); }

  [[nodiscard]] std::unique_ptr<HttpCall> request(HttpRequest request, std::weak_ptr<ResponseObserver> observer);
  /// The headers that every request has.
  [[nodiscard]] std::string common_headers() const;
  /// Those of the legacy era.
  [[nodiscard]] std::string session_headers() const;

  void deliver(std::string message);
  void deliver_error(const Json& id, std::string_view text);
  void deliver_undeliverable(std::string_view beginning);

  /// It has answered something, so it is there.
  void note_contact() { was_reached_ = true; }
  [[nodiscard]] bool was_reached() const { return was_reached_; }
  void note_written(std::size_t bytes);
  /// The server wants authorization; asking it in another way is no use.
  void note_authorization_refusal(std::string text) { authorization_refusal_ = std::move(text); }

  /// `post` has done what it was for.
  void retire(const Post& post);
  /// The server takes no POST of `initialize`: perhaps it is one of 2024-11-05. If not, `refusal` is the answer.
  void try_old_transport(const Outgoing& initialize, std::string refusal);
  void take_old_endpoint(std::string target);
  void give_up_old_transport(std::string_view why);
  [[nodiscard]] bool speaks_old_transport() const { return !old_target_.empty(); }
  [[nodiscard]] const std::string& post_target() const {
    return old_target_.empty() ? address_.url.target : old_target_;
  }
  /// The last of the requests' redirections within the origin.
  void move_to(std::string target) { address_.url.target = std::move(target); }

  /// Tells the observer of the end; from tasks of the loop alone.
  void end(const Error& reason);

 private:
  void dispatch(Outgoing outgoing);
  void begin_post(Outgoing outgoing);
  [[nodiscard]] bool cancel(const Outgoing& cancellation);
  void begin_next();
  void open_gate();
  void drop_everything();

  Host& host_;
  const std::shared_ptr<IoThread> io_;
  ServerAddress address_;
  const std::string source_;
  std::optional<HttpClient> client_;
  ToolHeaders tool_headers_;
  ConnectionObserver* observer_ = nullptr;

  Session session_;
  std::string old_target_;  ///< where the messages go by the transport of 2024-11-05
  std::map<const Post*, std::shared_ptr<Post>> posts_;
  std::size_t requests_under_way_ = 0;
  std::deque<Outgoing> waiting_requests_;  ///< until fewer are under way
  std::deque<Outgoing> behind_gate_;       ///< until the server has taken what must come first
  bool is_gate_closed_ = false;
  std::shared_ptr<ServerStream> stream_;
  std::shared_ptr<SessionDeletion> farewell_;
  std::optional<Outgoing> old_initialize_;  ///< while the transport of 2024-11-05 is tried
  std::string old_refusal_;
  std::string authorization_refusal_;

  std::size_t backlog_ = 0;
  bool has_piled_up_ = false;
  bool is_paused_ = false;
  bool was_reached_ = false;
  bool is_closing_ = false;
  bool is_over_ = false;
};

}  // namespace workbench::http::remote
