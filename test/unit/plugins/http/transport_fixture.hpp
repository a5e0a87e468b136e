#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "event_loop/loop.hpp"
#include "io_thread.hpp"
#include "json/scanner_json_access.hpp"
#include "scripted_server.hpp"
#include "transport/http_transport.hpp"

namespace workbench::test {

using test_support::Reply;
using test_support::ScriptedServer;
using test_support::SeenRequest;

/// All that a test of the transport to servers at a URL needs: a loop, a host, and a connection.
class RemoteGround {
 public:
  RemoteGround();

  void connect(const std::string& url, Options options = {});
  void send(const std::string& text) { connection->send(Message(text)); }
  /// A modern request.
  void send_stateless(int id, const std::string& method, const std::string& params = {});
  /// The handshake, to its end; the server's handler has to answer it.
  void greet();

  [[nodiscard]] bool run_until(const std::function<bool()>& done);
  [[nodiscard]] bool hears(std::size_t messages);
  /// The reason that on_closed gave; the test fails if there is none.
  [[nodiscard]] std::string reason();
  /// Gives what should not happen some time to happen.
  void wait_a_little();
  [[nodiscard]] const std::string& last_message() const { return observer.messages.back(); }
  /// Whether the log has a line with `text`.
  [[nodiscard]] bool has_logged(std::string_view text) const;

  event_loop::Loop loop;
  json::Access json{1000};
  RecordingHost host{loop, &json};
  std::shared_ptr<http::IoThread> io = std::make_shared<http::IoThread>();
  http::HttpTransport transport{io};
  RecordingObserver observer;
  std::unique_ptr<Connection> connection;
};

/// Answers the handshake's requests with `session` as the session id (empty: none); false: it is another request.
bool answers_handshake(const SeenRequest& request, Reply& reply, std::string_view session = "",
                       std::string_view revision = "2025-11-25");

}  // namespace workbench::test
