// Connections with servers: how they are made, used again, and noticed to be dead.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "scripted_names.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using std::chrono::steady_clock;
using testing::HasSubstr;

Options with_connect_limit(std::int64_t milliseconds) {
  Options options;
  options.set("connectTimeoutMs", milliseconds);
  return options;
}

// --- repeating -------------------------------------------------------------------------------------------------------

/// How often a server receives `message` that reads it on a connection that was used before, and closes that without a
/// byte of a response.
std::size_t times_received(const std::string& message, std::string& response) {
  std::atomic<bool> has_closed = false;
  std::atomic<bool> was_used_before = false;
  std::atomic<std::thread::id> first;
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    // Each connection has a thread.
    if (request.has("\"first\"")) first = std::this_thread::get_id();
    if (!request.has("\"first\"") && !has_closed) {
      was_used_before = std::this_thread::get_id() == first;
      has_closed = true;
      return reply.close();
    }
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/list", R"("cursor":"first")");
  EXPECT_TRUE(fixture.receives(1));
  fixture.send(message);
  EXPECT_TRUE(fixture.run_until([&] { return has_closed.load(); }));
  static_cast<void>(
      fixture.run_until([&] { return fixture.observer.messages.size() > 1 || !fixture.host.lines().empty(); }));
  fixture.wait_briefly();
  response = fixture.last_message();
  EXPECT_TRUE(was_used_before) << "the message did not use the first connection";
  return server.requests().size() - 1;
}

const std::string kModern = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})";

TEST(HttpConnection, ThatEndsIsNotReplacedIfTheServerMayHaveReceivedWhatMustNotBeRepeated) {
  for (const std::string& message : std::vector<std::string>{
           R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t",)" + kModern,
           R"({"jsonrpc":"2.0","id":2,"method":"tasks/update","params":{"taskId":"t",)" + kModern,
           R"({"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"p","inputResponses":{},)" + kModern,
           R"({"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"u","requestState":"s",)" + kModern,
           R"({"jsonrpc":"2.0","id":2,"method":"vendor/action","params":{)" + kModern}) {
    std::string response;
    EXPECT_EQ(times_received(message, response), 1U) << message;
    EXPECT_THAT(response, HasSubstr("the response was lost: the request was sent to the server")) << message;
    EXPECT_THAT(response, HasSubstr("whether it was carried out is not known")) << message;
  }
  std::string ignored;
  EXPECT_EQ(times_received(R"({"jsonrpc":"2.0","id":9,"result":{"action":"accept"}})", ignored), 1U);
  EXPECT_EQ(times_received(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{}})", ignored), 1U);
}

TEST(HttpConnection, ThatEndsIsReplacedForWhatMakesNoDifferenceIfItIsReceivedTwice) {
  for (const std::string method : {"tools/list", "prompts/get", "server/discover", "tasks/get"}) {
    std::string response;
    EXPECT_EQ(
        times_received("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"" + method + "\",\"params\":{" + kModern, response),
        2U)
        << method;
    EXPECT_THAT(response, HasSubstr("\"id\":2,\"result\"")) << method;
  }
}

TEST(HttpConnection, IsClosedWhenItHasBeenIdleForAWhile) {
  std::atomic<bool> was_closed = false;
  const auto begun = steady_clock::now();
  ScriptedServer server([&](const SeenRequest& request, Reply& reply) {
    reply.result(request, "{}");
    EXPECT_TRUE(reply.wait_for_end());
    was_closed = true;
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.run_until([&] { return was_closed.load(); }));
  EXPECT_GE(steady_clock::now() - begun, std::chrono::seconds(3));
}

// --- names and addresses ---------------------------------------------------------------------------------------------

/// An address of this machine that answers no attempt to connect: its queue is full.
class SwallowingAddress {
 public:
  SwallowingAddress(const std::string& address, std::uint16_t port) {
    sockaddr_in name = ipv4(address, port);
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    is_bound_ = ::bind(socket_, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0;
    EXPECT_EQ(::listen(socket_, 0), 0);
    for (int& one : waiting_) {
      one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
      ::connect(one, reinterpret_cast<sockaddr*>(&name), sizeof name);
    }
  }
  SwallowingAddress(const SwallowingAddress&) = delete;
  SwallowingAddress& operator=(const SwallowingAddress&) = delete;
  /// False: another process uses the port at this address.
  [[nodiscard]] bool is_bound() const { return is_bound_; }
  ~SwallowingAddress() {
    for (const int one : waiting_) ::close(one);
    ::close(socket_);
  }

 private:
  int socket_ = -1;
  bool is_bound_ = false;
  std::array<int, 4> waiting_{};
};

void answer(const SeenRequest& request, Reply& reply) {
  reply.result(request, "{}");
}

/// The response to a request to `host`, at the port of `server`.
std::string response_from(const ScriptedServer& server, const std::string& host, std::int64_t connect_limit) {
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", host), with_connect_limit(connect_limit));
  fixture.send_modern(1, "tools/call");
  static_cast<void>(
      fixture.run_until([&] { return !fixture.observer.messages.empty() || fixture.observer.is_closed(); }));
  return fixture.observer.is_closed() ? fixture.close_reason() : fixture.last_message();
}

TEST(HttpConnection, TriesTheNextAddressIfOneRefuses) {
  ScriptedServer server(answer);
  const ScriptedNames names("dual.test", {"::1", "127.0.0.9", "127.0.0.1"});
  EXPECT_THAT(response_from(server, "dual.test", 10'000), HasSubstr("\"result\""));
}

TEST(HttpConnection, TriesTheNextAddressIfOneDoesNotAnswer) {
  ScriptedServer server(answer);
  const SwallowingAddress swallowing("127.0.0.2", server.port());
  if (!swallowing.is_bound()) GTEST_SKIP() << "the port is in use";
  const ScriptedNames names("dual.test", {"127.0.0.2", "127.0.0.1"});
  EXPECT_THAT(response_from(server, "dual.test", 2'000), HasSubstr("\"result\""));
}

TEST(HttpConnection, HasATimeLimitIfNoAddressAnswers) {
  ScriptedServer server(answer);
  const SwallowingAddress swallowing("127.0.0.2", server.port());
  if (!swallowing.is_bound()) GTEST_SKIP() << "the port is in use";
  const ScriptedNames names("dead.test", {"127.0.0.2"});
  EXPECT_EQ(response_from(server, "dead.test", 200),
            "cannot reach the server at http://dead.test:" + std::to_string(server.port()) +
                ": no connection within the time limit (\"connectTimeoutMs\")");
}

TEST(HttpConnection, DoesNotWaitForANameServiceThatHangs) {
  const ScriptedNames names("hangs.test", {});
  const auto begun = steady_clock::now();
  {
    TransportFixture fixture;
    fixture.connect("http://hangs.test/", with_connect_limit(100));
    fixture.send_modern(1, "tools/call");
    EXPECT_THAT(fixture.close_reason(), HasSubstr("no connection within the time limit"));
    // Ended while the name is being resolved.
    TransportFixture other;
    other.connect("http://hangs.test/");
    other.send_modern(1, "tools/call");
    other.wait_briefly();
  }
  EXPECT_LT(steady_clock::now() - begun, ScriptedNames::kHangs / 2);
}

// --- dead peers ------------------------------------------------------------------------------------------------------

/// Our end of the connection with `port`.
int socket_to(std::uint16_t port) {
  for (int fd = 3; fd < 1024; ++fd) {
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) continue;
    if (peer.sin_family == AF_INET && ntohs(peer.sin_port) == port) return fd;
  }
  return -1;
}

int option_of(int socket, int level, int option) {
  int value = 0;
  socklen_t size = sizeof value;
  EXPECT_EQ(::getsockopt(socket, level, option, &value, &size), 0);
  return value;
}

TEST(HttpConnection, NoticesAPeerThatDoesNotAcknowledgeAnythingAnyMore) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.run_until([&] { return !server.requests().empty(); }));
  const int socket = socket_to(server.port());
  ASSERT_NE(socket, -1);
  EXPECT_EQ(option_of(socket, SOL_SOCKET, SO_KEEPALIVE), 1);
  EXPECT_EQ(option_of(socket, IPPROTO_TCP, TCP_KEEPIDLE), 30);
  EXPECT_EQ(option_of(socket, IPPROTO_TCP, TCP_KEEPINTVL), 10);
  EXPECT_EQ(option_of(socket, IPPROTO_TCP, TCP_USER_TIMEOUT), 60'000);
  EXPECT_EQ(option_of(socket, IPPROTO_TCP, TCP_NODELAY), 1);
}

}  // namespace
}  // namespace workbench::test
