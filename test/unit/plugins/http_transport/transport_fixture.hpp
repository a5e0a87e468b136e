#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "event_loop/loop.hpp"
#include "http_transport.hpp"
#include "json/scanner_json_access.hpp"
#include "scripted_http_server.hpp"

namespace workbench::test {

using test_support::Reply;
using test_support::ScriptedServer;
using test_support::SeenRequest;

/// What a test of the HTTP transport needs: a loop, a host and a connection.
class TransportFixture {
 public:
  explicit TransportFixture(http::transport::FirstProtocol protocol = http::transport::FirstProtocol::streamable_http);

  void connect(const std::string& url, Options options = {});
  void send(const std::string& text) { connection->send(Message(text)); }
  /// A modern request.
  void send_modern(int id, const std::string& method, const std::string& params = {});
  /// Sends `initialize` and `notifications/initialized`; the server's handler has to respond.
  void initialize();

  /// False: `done` did not become true in time.
  [[nodiscard]] bool run_until(const std::function<bool()>& done);
  /// Whether so many messages have been received in time.
  [[nodiscard]] bool receives(std::size_t messages);
  /// The reason passed to on_closed; the test fails if it is not called.
  [[nodiscard]] std::string close_reason();
  /// Gives an event that must not happen some time to happen.
  void wait_briefly();
  [[nodiscard]] const std::string& last_message() const { return observer.messages.back(); }
  /// Whether a log line contains `text`.
  [[nodiscard]] bool has_logged(std::string_view text) const;

  event_loop::Loop loop;
  json::ScannerJsonAccess json{1000};
  RecordingHost host{loop, &json};
  http::HttpTransport transport;
  RecordingObserver observer;
  std::unique_ptr<Connection> connection;
};

/// Responds to initialization, with `session` as the session id (empty: none), and refuses the listening stream. False:
/// it is another request.
bool answer_initialization(const SeenRequest& request, Reply& reply, std::string_view session = "",
                           std::string_view revision = "2025-11-25");

}  // namespace workbench::test
