#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "registry/registry.hpp"

namespace workbench {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

/// The other side: a listening socket, and the one connection that it accepts.
class Peer {
 public:
  explicit Peer(const fs::path& path) : listening_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
    if (::bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(listening_, 1) != 0) {
      throw std::runtime_error("cannot listen on " + path.native());
    }
  }
  ~Peer() {
    hang_up();
    ::close(listening_);
  }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void accept() { connection_ = ::accept(listening_, nullptr, nullptr); }
  void write(std::string_view text) const {
    ASSERT_EQ(::send(connection_, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
  }
  [[nodiscard]] int fd() const { return connection_; }
  [[nodiscard]] std::string read() const {
    std::string bytes(65536, '\0');
    const ssize_t count = ::recv(connection_, bytes.data(), bytes.size(), 0);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
  }
  void hang_up() {
    if (connection_ >= 0) ::close(std::exchange(connection_, -1));
  }

 private:
  int listening_;
  int connection_ = -1;
};

class OutOfTreeTransport : public testing::Test, protected ConnectionObserver {
 protected:
  OutOfTreeTransport() {
    registry.load({"unix-socket-transport"}, {PLUGIN_FOLDER});
    options.set("path", path.native());
  }
  ~OutOfTreeTransport() override { fs::remove(path); }

  void connect() {
    auto connected = registry.transport("unix").value()->connect({"dev", "sockets", options});
    ASSERT_TRUE(connected) << connected.error().message;
    connection = std::move(*connected);
    peer.accept();
    connection->start(*this);
  }

  /// Runs the loop until the observer was called so often.
  void run_until_events(std::size_t count) {
    ASSERT_TRUE(host.run_until([&] { return events.size() >= count; })) << "only " << events.size();
  }

  void on_message(std::string message) override { events.push_back(std::move(message)); }
  void on_undeliverable(const Error& what, std::string_view beginning) override {
    events.push_back(what.message + ": " + std::string(beginning));
  }
  void on_end_of_input() override { events.push_back("end of input"); }
  void on_drained() override { events.push_back("drained"); }
  void on_closed(const Error& reason) override { events.push_back("closed: " + reason.message); }

  const fs::path path = fs::path(testing::TempDir()) / ("unix." + std::to_string(::getpid()) + ".sock");
  test::LoopHost host;
  registry::Registry registry{host};
  Peer peer{path};
  Options options;
  std::vector<std::string> events;
  std::unique_ptr<Connection> connection;  // goes before the loop
};

TEST_F(OutOfTreeTransport, DescribesItsOption) {
  const auto described = registry.find_transport("unix")->server_options;

  ASSERT_EQ(described.size(), 1U);
  EXPECT_EQ(described.front().name, "path");
  EXPECT_TRUE(described.front().required);
}

TEST_F(OutOfTreeTransport, SendsMessagesAsLines) {
  connect();

  connection->send(Message("{\"id\":1}"));
  connection->send(Message("{\"id\":2}"));
  EXPECT_EQ(connection->backlog(), 18U);
  run_until_events(1);

  EXPECT_THAT(events, ElementsAre("drained"));
  EXPECT_EQ(connection->backlog(), 0U);
  EXPECT_EQ(peer.read(), "{\"id\":1}\n{\"id\":2}\n");
}

TEST_F(OutOfTreeTransport, DeliversLinesAsMessagesAndThenTheEnd) {
  connect();

  peer.write("{\"id\":1}\n{\"id\"");
  run_until_events(1);
  peer.write(":2}\r\n{\"id\":");
  peer.hang_up();
  run_until_events(4);

  EXPECT_THAT(events, ElementsAre("{\"id\":1}", "{\"id\":2}", "the stream ended inside a message: {\"id\":",
                                  "closed: Unix socket: closed by the server"));
}

TEST_F(OutOfTreeTransport, CarriesALargeMessageToAPeerThatReadsInPieces) {
  connect();
  const std::string large(3'000'000, 'x');
  std::string received;
  const auto reading = host.loop().watch(peer.fd(), Readiness::readable, [&] {
    received += peer.read();
    if (received.size() == large.size() + 1) events.push_back("all of it");
  });

  connection->send(Message(large));
  run_until_events(2);

  EXPECT_EQ(received, large + "\n");
}

TEST_F(OutOfTreeTransport, ReadsNothingWhileItIsPaused) {
  connect();
  connection->pause_reading(true);
  peer.write("{}\n");
  connection->send(Message("x"));
  run_until_events(1);
  EXPECT_THAT(events, ElementsAre("drained"));

  connection->pause_reading(false);
  run_until_events(2);

  EXPECT_THAT(events, ElementsAre("drained", "{}"));
}

TEST_F(OutOfTreeTransport, EndsOnceWhenItIsClosed) {
  connect();

  connection->close();
  connection->close();
  EXPECT_TRUE(events.empty());
  run_until_events(1);

  EXPECT_THAT(events, ElementsAre("closed: Unix socket: closed by this side"));
}

TEST_F(OutOfTreeTransport, SaysWhyThereIsNoConnection) {
  options.set("path", std::string("/no/such.sock"));

  const auto connected = registry.transport("unix").value()->connect({"dev", "sockets", options});

  ASSERT_FALSE(connected);
  EXPECT_EQ(connected.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(connected.error().message, "cannot connect to '/no/such.sock': No such file or directory");
}

}  // namespace
}  // namespace workbench
