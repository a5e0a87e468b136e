#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "connection_source.hpp"
#include "connection_time.hpp"
#include "http/expiry.hpp"
#include "http/outgoing_response.hpp"
#include "http/request_parser.hpp"
#include "mcp/endpoint.hpp"
#include "network/client_socket.hpp"
#include "network/listen_socket.hpp"

namespace workbench::http {

/// A connection that was accepted, with the properties of its listening socket and of the settings.
struct ConnectedClient {
  AcceptedSocket socket;
  std::shared_ptr<const TlsContext> tls;  ///< null: plain HTTP
  bool is_trusted_proxy = false;          ///< it may name the client for which it connects
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

  /// The credentials of the open request are no longer accepted: the responder may still say so, with `reason`, then
  /// the connection is closed.
  void end_access(const char* reason);

  /// For the end of the process, without the loop: writes on. Returns the descriptor if there is still something to
  /// write, else -1.
  [[nodiscard]] int flush();

  /// Whose request is being read or answered; null: none, or it is not known yet.
  [[nodiscard]] std::shared_ptr<const Principal> principal();

 private:
  /// The access log's data of the request that is being answered.
  struct RequestLine {
    std::string address;
    std::shared_ptr<const Principal> principal;
    std::string method;
    std::string path;
    std::chrono::steady_clock::time_point begun;
  };

  /// The way of a request. A refusal is a response like any other. A response that its client has read at once leaves
  /// responding like finishing. Every state can end in closed: by an error, a time limit or abort().
  ///
  ///     proxy_header ──> head ──────────> body <──> authorizing
  ///                      ^  │ refused      │ complete, or refused
  ///     more has arrived │  └──────────────┴──> responding ──> finishing ──┬──> lingering ──> closed
  ///                      │                                                 │    (no other request may follow)
  ///                     idle <─────────────────────────────────────────────┘
  enum class State {
    proxy_header,  ///< a trusted proxy has to name its client first
    head,          ///< reads the head of a request, or waits for the first one
    authorizing,   ///< the credentials of the request are verified; nothing is read meanwhile
    body,          ///< the head is complete; reads the body, unless the request has none
    responding,    ///< the endpoint answers the request
    finishing,     ///< the response is complete, and the client has not read its end
    idle,          ///< waits for the next request
    lingering,     ///< the client has time to read the last response
    closed,
  };

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
  /// Counts the bytes kept for the client; `unused`: input that the socket does not keep yet.
  void count_memory(std::size_t unused = 0);
  void limit_memory(std::size_t unused);
  [[nodiscard]] std::string client_name();
  /// Whether a request is read, or awaited.
  [[nodiscard]] bool is_reading() const {
    return state_ == State::idle || state_ == State::head || state_ == State::body;
  }
  void limit_time();
  [[nodiscard]] WaitingFor awaited() const;
  /// Until when the open response may last. Null: there is none.
  [[nodiscard]] const Expiry* expiry() const { return response_ == nullptr ? nullptr : &authorized_until_; }
  void handle_time_limit();
  void log_request(const OutgoingResponse& response);

  const std::shared_ptr<Endpoint> endpoint_;
  ConnectionSource source_;
  std::shared_ptr<const TlsContext> tls_;  // of the TLS that begins behind the header of a proxy
  ClientSocket socket_;
  ConnectionTime time_;
  MoveOnlyFunction<void()> closed_;
  State state_ = State::head;
  std::optional<RequestParser> parser_;                     // of the request that is being read; absent when idle
  MemoryBudget::Share memory_;                              // that is held for the client
  std::size_t answered_bytes_ = 0;                          // of the request that is being answered
  std::shared_ptr<OutgoingResponse> response_;              // null unless responding or finishing
  std::unique_ptr<EventLoop::Subscription> authorization_;  // null unless authorizing
  Expiry authorized_until_;                                 // of the request that is being answered
  bool is_in_input_ = false;                                // on_input() is active, and continues by itself
  bool keeps_alive_ = true;                                 // another request may follow

  RequestLine logged_;  // for the access log
};

}  // namespace workbench::http
