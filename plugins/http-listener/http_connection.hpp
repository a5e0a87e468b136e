#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/deadline.hpp"
#include "http/outgoing_response.hpp"
#include "http/request_parser.hpp"
#include "mcp/endpoint.hpp"
#include "network/client_socket.hpp"
#include "network/listen_socket.hpp"

namespace workbench::http {

/// A connection that was accepted, and what its listening socket and the settings say about it.
struct ConnectedClient {
  AcceptedSocket socket;
  std::shared_ptr<const TlsContext> tls;  ///< null: plain HTTP
  bool is_trusted_proxy = false;          ///< it may say on whose behalf it connects
  bool is_open_to_users = false;          ///< every local user can connect to the listening socket, whatever its mode
};

/// One connection of an HTTP client: reads one request after another, has the endpoint judge its head and answer it,
/// and writes the response. The next request of a pipeline waits for the response to the one before it. [loop thread]
class HttpConnection final : public std::enable_shared_from_this<HttpConnection>,
                             private ClientSocket::Observer,
                             private ResponseTarget {
 public:
  HttpConnection(std::shared_ptr<Endpoint> endpoint, ConnectedClient client);

  /// `closed` is called once, when the connection has ended.
  void start(MoveOnlyFunction<void()> closed);

  /// Closes the connection: at once if it waits for a request, else after the current response.
  void close();

  /// Closes the connection at once.
  void abort();

  /// For the end of the process, without the loop: writes on. Returns the descriptor if there is still something to
  /// write, else -1.
  [[nodiscard]] int flush();

  /// Whose request is being read or answered; null: none, or it is not known yet.
  [[nodiscard]] std::shared_ptr<const Principal> principal();

 private:
  /// What the access log says of the request that is being answered.
  struct RequestLine {
    std::string address;
    std::shared_ptr<const Principal> principal;
    std::string method;
    std::string path;
    std::chrono::steady_clock::time_point begun;
  };

  enum class State {
    proxy_header,  ///< a trusted proxy has to say first whom it speaks for
    reading,       ///< a request, or waiting for one
    authorizing,   ///< its token is being verified
    responding,    ///< the endpoint answers it
    finishing,     ///< the client has not read the end of the response
    lingering,     ///< the client has time to read the last response
    closed,
  };

  /// What the time limit is for.
  enum class Awaited { request, head, authorization, body, response, reader, end };

  // ClientSocket::Observer
  [[nodiscard]] std::shared_ptr<const void> hold() override { return shared_from_this(); }
  [[nodiscard]] std::size_t on_input(std::string_view input) override;
  void on_written() override;
  void on_disconnect(std::string_view reason) override;

  // ResponseTarget
  void write(Message bytes) override;
  [[nodiscard]] std::size_t unsent() const override { return socket_.unsent(); }
  [[nodiscard]] bool keeps_alive() const override { return keeps_alive_; }
  void close_after_response() override { keeps_alive_ = false; }
  [[nodiscard]] bool is_beyond_memory(bool had_unread) const override;
  void end_response() override;
  void abort_response(const std::string& reason) override;

  [[nodiscard]] std::size_t read_proxy_header(std::string_view input);
  [[nodiscard]] std::size_t read_request(std::string_view input);
  [[nodiscard]] std::size_t feed(std::string_view input);
  void handle_head();
  void judge_head(bool may_wait);
  void go_on_with_head(bool may_wait);
  void handle_request();
  void refuse_to_read(Response refusal);
  [[nodiscard]] std::shared_ptr<OutgoingResponse> begin_response();
  void complete_response();
  void go_on();
  void linger();
  void learn_source();
  /// Counts what is kept for the client; `unused`: input that the socket does not keep yet.
  void count_memory(std::size_t unused = 0);
  void limit_memory(std::size_t unused);
  [[nodiscard]] std::string client_name();
  void limit_time();
  [[nodiscard]] std::chrono::milliseconds within_authorization(std::chrono::milliseconds limit) const;
  [[nodiscard]] Awaited awaited() const;
  void handle_time_limit();
  void log_request(const OutgoingResponse& response);

  const std::shared_ptr<Endpoint> endpoint_;
  Peer peer_;  // the client as far as it is known: that of the socket, or whom a trusted proxy has named
  const std::optional<uid_t> socket_user_;  // of a Unix socket, whomever a proxy has named
  bool is_forwarding_;                      // what forwarded headers say is believed
  const bool is_open_to_users_;
  std::shared_ptr<const TlsContext> tls_;  // of the TLS that begins behind the header of a proxy
  ClientSocket socket_;
  Deadline deadline_;
  std::shared_ptr<const RequestSource> source_;  // null before the first request
  MoveOnlyFunction<void()> closed_;
  std::optional<RequestParser> parser_;         // of the request that is being read
  MemoryBudget::Share memory_;                  // that is held for the client
  std::size_t answered_bytes_ = 0;              // of the request that is being answered
  std::size_t timed_body_ = 0;                  // bytes of the body when the time limit was set
  std::shared_ptr<OutgoingResponse> response_;  // null unless responding or finishing
  State state_ = State::reading;
  Awaited awaited_ = Awaited::end;
  std::unique_ptr<EventLoop::Subscription> authorization_;  // null unless authorizing
  // Of the request that is being answered.
  Expiry authorized_until_;
  bool has_judged_head_ = false;
  bool has_had_request_ = false;
  bool is_reading_ = false;  // on_input() is active, and goes on by itself
  bool keeps_alive_ = true;

  RequestLine logged_;  // for the access log
};

}  // namespace workbench::http
