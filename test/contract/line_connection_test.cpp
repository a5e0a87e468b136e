#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <workbench/line_connection.hpp>
#include <workbench/testing/echo_peer.hpp>
#include <workbench/testing/transport_contract.hpp>

namespace workbench::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using DescriptorPair = std::pair<FileDescriptor, FileDescriptor>;

DescriptorPair socket_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) throw std::runtime_error("no socket pair");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// The end to read from, and the one to write to.
DescriptorPair pipe_pair() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

class OverASocket {
 public:
  std::unique_ptr<Connection> connect(Host& host) {
    auto [ours, theirs] = socket_pair();
    peer_ = std::make_unique<EchoPeer>(
        std::make_unique<LineConnection>(host, std::move(theirs), LineConnection::Peer::client));
    return std::make_unique<LineConnection>(host, std::move(ours), LineConnection::Peer::server);
  }
  std::string last_message() { return std::string(EchoPeer::kLastMessage); }

 private:
  std::unique_ptr<EchoPeer> peer_;
};

class OverPipes {
 public:
  OverPipes() { std::signal(SIGPIPE, SIG_IGN); }

  std::unique_ptr<Connection> connect(Host& host) {
    auto [their_input, our_output] = pipe_pair();
    auto [our_input, their_output] = pipe_pair();
    peer_ = std::make_unique<EchoPeer>(std::make_unique<LineConnection>(
        host, std::move(their_input), std::move(their_output), LineConnection::Peer::client));
    return std::make_unique<LineConnection>(host, std::move(our_input), std::move(our_output),
                                            LineConnection::Peer::server);
  }
  std::string last_message() { return std::string(EchoPeer::kLastMessage); }

 private:
  std::unique_ptr<EchoPeer> peer_;
};

/// A connection over a socket, whose other end the test holds.
class LineConnectionTest : public ::testing::Test {
 protected:
  void connect(LineConnection::Peer kind = LineConnection::Peer::server) {
    auto [ours, theirs] = socket_pair();
    peer = std::move(theirs);
    connection = std::make_unique<LineConnection>(host, std::move(ours), kind);
    connection->start(observer);
  }

  void write(std::string_view text) const {
    ASSERT_EQ(::write(peer.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  [[nodiscard]] std::string read() const {
    std::string bytes(65536, '\0');
    const ssize_t count = ::recv(peer.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
  }
  [[nodiscard]] std::string reason() {
    EXPECT_TRUE(host.run_until([&] { return observer.is_closed(); }));
    return observer.is_closed() ? observer.closed.front().message : "";
  }

  LoopHost host;
  RecordingObserver observer;
  FileDescriptor peer;
  std::unique_ptr<Connection> connection;
};

TEST_F(LineConnectionTest, WritesALineForEachMessage) {
  connect();

  connection->send(Message("{\"id\":1}"));
  connection->send(Message("{\"id\":2}"));
  EXPECT_EQ(connection->backlog(), 18U);
  ASSERT_TRUE(host.run_until([&] { return observer.drained == 1; }));

  EXPECT_EQ(connection->backlog(), 0U);
  EXPECT_EQ(read(), "{\"id\":1}\n{\"id\":2}\n");
}

TEST_F(LineConnectionTest, ReportsAMessageThatTheEndOfInputCutsOff) {
  connect();
  write("{\"id\":1}\r\n\n{\"id\":");
  peer.close();

  EXPECT_EQ(reason(), "the server closed the connection");
  EXPECT_EQ(observer.closed.front().kind, ErrorKind::unavailable);
  EXPECT_THAT(observer.messages, ElementsAre("{\"id\":1}"));
  ASSERT_EQ(observer.undeliverable.size(), 1U);
  EXPECT_EQ(observer.undeliverable.front().what.message, "the server closed the connection inside a message");
  EXPECT_EQ(observer.undeliverable.front().beginning, "{\"id\":");
}

TEST_F(LineConnectionTest, ReportsAMessageThatIsTooLongAndDeliversTheNext) {
  host.changeable_limits.message_bytes = 10;
  connect();
  write("0123456789A\n{}\n");

  ASSERT_TRUE(host.run_until([&] { return observer.messages.size() == 1; }));

  ASSERT_EQ(observer.undeliverable.size(), 1U);
  EXPECT_EQ(observer.undeliverable.front().what.message,
            "the server sent a message of more than 10 bytes, which is the limit (limits.messageBytes)");
  EXPECT_EQ(observer.undeliverable.front().beginning, "0123456789A");
}

TEST_F(LineConnectionTest, StillSendsToAClientThatHasClosedItsEnd) {
  connect(LineConnection::Peer::client);
  ::shutdown(peer.get(), SHUT_WR);
  ASSERT_TRUE(host.run_until([&] { return observer.ends_of_input == 1; }));

  connection->send(Message("{}"));
  ASSERT_TRUE(host.run_until([&] { return observer.drained == 1; }));
  EXPECT_EQ(read(), "{}\n");
  EXPECT_FALSE(observer.is_closed());
  connection->close();

  EXPECT_EQ(reason(), "the client closed the connection");
  EXPECT_EQ(observer.closed.front().kind, ErrorKind::cancelled);
  EXPECT_EQ(observer.ends_of_input, 1U);
}

TEST_F(LineConnectionTest, DeliversWhatAPeerWroteBeforeItStoppedReading) {
  connect();
  connection->pause_reading(true);
  write("{\"last\":\"words\"}\n");
  peer.close();
  connection->send(Message("{}"));
  host.run_what_is_due();
  EXPECT_EQ(connection->backlog(), 0U);
  EXPECT_FALSE(observer.is_closed());

  connection->pause_reading(false);

  EXPECT_EQ(reason(), "the connection to the server failed: Broken pipe");
  EXPECT_THAT(observer.messages, ElementsAre("{\"last\":\"words\"}"));
}

TEST_F(LineConnectionTest, RaisesNoSignalWhenThePeerIsGone) {
  static volatile std::sig_atomic_t signals = 0;
  sigset_t broken_pipe;
  ::sigemptyset(&broken_pipe);
  ::sigaddset(&broken_pipe, SIGPIPE);
  sigset_t blocked_before;
  ::pthread_sigmask(SIG_UNBLOCK, &broken_pipe, &blocked_before);
  const auto handled_before = std::signal(SIGPIPE, [](int) { signals = 1; });
  connect();
  connection->pause_reading(true);
  peer.close();

  connection->send(Message("{}"));
  host.run_what_is_due();

  EXPECT_EQ(connection->backlog(), 0U);
  EXPECT_EQ(signals, 0);
  static_cast<void>(std::signal(SIGPIPE, handled_before));
  ::pthread_sigmask(SIG_SETMASK, &blocked_before, nullptr);
}

TEST_F(LineConnectionTest, WritesWhatWasSentBeforeItIsClosed) {
  connect();
  connection->send(Message(std::string(1'000'000, 'x')));
  connection->close();
  connection->send(Message("too late"));
  std::string received;
  const auto reading = host.loop().watch(peer.get(), Readiness::readable, [&] { received += read(); });

  EXPECT_EQ(reason(), "closed by the workbench");

  EXPECT_TRUE(host.run_until([&] { return received.size() == 1'000'001; })) << received.size();
}

TEST_F(LineConnectionTest, WaitsOnlyForALimitedTimeForAPeerThatDoesNotReadWhenItIsClosed) {
  host.changeable_limits.shutdown = std::chrono::milliseconds(30);
  connect();
  connection->send(Message(std::string(1'000'000, 'x')));
  connection->close();

  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(connection->backlog(), 0U);
}

TEST_F(LineConnectionTest, ReportsAFailedConnect) {
  // A socket that is not connected is used for a failed connection.
  connection = std::make_unique<LineConnection>(host, FileDescriptor(::socket(AF_UNIX, SOCK_STREAM, 0)),
                                                LineConnection::Peer::server);
  connection->start(observer);
  connection->send(Message("{}"));

  EXPECT_THAT(reason(), ::testing::StartsWith("the connection to the server failed: "));
  EXPECT_THAT(observer.messages, IsEmpty());
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(LineConnectionOverASocket, TransportContract, OverASocket);
INSTANTIATE_TYPED_TEST_SUITE_P(LineConnectionOverPipes, TransportContract, OverPipes);

}  // namespace workbench::test
