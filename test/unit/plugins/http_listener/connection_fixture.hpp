#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "event_loop/loop.hpp"
#include "failing_loop.hpp"
#include "http_connection.hpp"
#include "json/scanner_json_access.hpp"
#include "run_until.hpp"

namespace workbench::test {

/// The client's end of a connection. It waits for nothing.
class TestClient {
 public:
  explicit TestClient(FileDescriptor fd) : fd_(std::move(fd)) { ::fcntl(fd_.get(), F_SETFL, O_NONBLOCK); }

  /// Returns how many bytes the system has accepted.
  std::size_t write(std::string_view bytes) {
    const ssize_t count = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  /// Reads a little of what has arrived, and forgets it.
  void read_slowly() {
    std::array<char, 4 * 1024> buffer;
    has_ended = has_ended || ::recv(fd_.get(), buffer.data(), buffer.size(), 0) == 0;
  }
  /// Reads what has arrived into `received`.
  void read() {
    std::array<char, 64 * 1024> buffer;
    ssize_t count = 0;
    while ((count = ::recv(fd_.get(), buffer.data(), buffer.size(), 0)) > 0) {
      received.append(buffer.data(), static_cast<std::size_t>(count));
    }
    has_ended = has_ended || count == 0 || errno == ECONNRESET;
  }
  void close() { fd_ = {}; }

  std::string received;
  bool has_ended = false;

 private:
  FileDescriptor fd_;
};

/// Connections of the listener over socket pairs, in front of a host that the test plays.
class ConnectionTest : public testing::Test {
 protected:
  ~ConnectionTest() override {
    if (endpoint_ == nullptr) return;
    endpoint_->close();
    while (!connections_.empty()) connections_.front()->abort();
    run_for_a_while();
  }

  /// A client that the host has accepted.
  struct Accepted {
    std::unique_ptr<Connection> connection;
    std::shared_ptr<const Principal> principal;
    OperatorView view = OperatorView::none;
    RecordingObserver observer;
  };

  [[nodiscard]] TestClient connect() {
    if (endpoint_ == nullptr) open();
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    http::SocketPeer peer;
    peer.uid = ::getuid();
    const bool is_trusted = endpoint_->settings().trusted_proxies.contains(peer);
    const auto connection = std::make_shared<http::HttpConnection>(
        endpoint_, http::ConnectedClient{{FileDescriptor(ends[1]), peer}, nullptr, is_trusted});
    connections_.push_back(connection);
    connection->start([this, weak = std::weak_ptr(connection)] { connections_.remove(weak.lock()); });
    return TestClient(FileDescriptor(ends[0]));
  }

  bool run_until(const std::function<bool()>& done) { return test::run_until(loop_, done); }
  /// Whether `client` receives `text`.
  bool receives(TestClient& client, std::string_view text) {
    return run_until([&] {
      client.read();
      return client.received.find(text) != std::string::npos;
    });
  }
  bool is_disconnected(TestClient& client) {
    return run_until([&] {
      client.read();
      return client.has_ended;
    });
  }
  /// Gives the connections the time that they need for the pending input.
  void run_for_a_while() {
    static_cast<void>(test::run_until(
        loop_, [] { return false; }, kAWhile));
  }

  /// The head and the body of a POST.
  [[nodiscard]] static std::string post(std::string_view body, std::string_view more_headers = {}) {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + std::string(more_headers) + "\r\n" + std::string(body);
  }

  /// Begins a session of `revision`; the headers that name it. Its connection is the first of `accepted`.
  [[nodiscard]] std::string begin_session(std::string_view revision = "2025-11-25") {
    TestClient client = connect();
    client.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"));
    EXPECT_TRUE(run_until([&] { return !accepted.empty(); }));
    respond("0", R"({"protocolVersion":")" + std::string(revision) + "\"}");
    EXPECT_TRUE(receives(client, "result"));
    const std::size_t header = client.received.find("Mcp-Session-Id: ");
    return client.received.substr(header, client.received.find('\n', header) + 1 - header);
  }
  /// What the host has been told to call the latest request of `client` with this id.
  [[nodiscard]] static std::string name_of(const std::string& id, const Accepted& client) {
    const auto& messages = client.observer.messages;
    const auto& names = client.observer.related_requests;
    for (std::size_t at = messages.size(); at-- != 0;) {
      if (!names[at].empty() && messages[at].find("\"id\":" + id + ",") != std::string::npos) return names[at];
    }
    return id;  // a modern one, which is alone on its connection
  }
  /// Sends the response to request `id` over the first connection.
  void respond(const std::string& id, const std::string& result) {
    send(R"({"jsonrpc":"2.0","id":)" + id + ",\"result\":" + result + "}", id, true);
  }
  /// `related_request`: the id of a request over the first connection.
  void send(std::string text, const std::string& related_request = {}, bool is_response = false) {
    Message message(std::move(text));
    message.related_request = related_request.empty() ? "" : name_of(related_request, accepted.front());
    message.is_response = is_response;
    send(std::move(message), accepted.front());
  }
  /// Refuses request `id` over the connection of `client`, because its authorization does not grant all of `needed`.
  static void refuse(const std::string& id, const Scopes& needed, Accepted& client) {
    Message message(R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-32600,"message":"no scope"}})");
    message.related_request = name_of(id, client);
    message.is_response = true;
    message.error_code = -32600;
    message.needed_scopes = needed;
    send(std::move(message), client);
  }
  static void send(Message message, Accepted& client) {
    client.observer.expects_silence = true;
    client.connection->send(std::move(message));
    client.observer.expects_silence = false;
  }

  Options options;                                ///< of the listener; before the first connect()
  std::unique_ptr<http::TokenVerifier> verifier;  ///< null: none; before the first connect()
  std::list<Accepted> accepted;                   ///< the oldest first
  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  FailingLoop failing_{loop_};
  RecordingHost host_{failing_, &json_};
  std::list<std::shared_ptr<http::HttpConnection>> connections_;  // that are open
  std::shared_ptr<http::Endpoint> endpoint_;                      // null before open()

  void open() {
    context_ =
        std::make_shared<http::ListenerContext>(http::ListenerContext{host_, [this](AcceptedClient client) {
                                                                        Accepted& added = accepted.emplace_back();
                                                                        added.connection = std::move(client.connection);
                                                                        added.principal = std::move(client.principal);
                                                                        added.view = client.operator_view;
                                                                        added.connection->start(added.observer);
                                                                      }});
    std::vector<OptionError> errors;
    const auto settings =
        http::ListenerSettings::from(options, host_.limits(), !host_.changeable_authenticators.empty());
    std::vector<std::string> others;
    for (const NamedAuthenticator& one : host_.changeable_authenticators) others.push_back(http::principal_prefix(one));
    if (settings.oauth.is_on()) others.emplace_back(http::kOAuthPrefix);
    endpoint_ = std::make_shared<http::Endpoint>(context_, settings,
                                                 http::PrincipalList::load(settings.tokens, json_, errors, others),
                                                 false, std::move(verifier));
    if (settings.console) endpoint_->start();
  }

 private:
  static constexpr std::chrono::milliseconds kAWhile{30};

  std::shared_ptr<http::ListenerContext> context_;
};

}  // namespace workbench::test
