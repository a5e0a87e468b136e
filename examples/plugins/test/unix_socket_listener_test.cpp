#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include <workbench/file_descriptor.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_observer.hpp>

namespace workbench::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class UnixSocketListenerTest : public ::testing::Test {
 protected:
  ~UnixSocketListenerTest() override { std::filesystem::remove(path); }

  std::unique_ptr<Listener> make(const std::filesystem::path& socket) {
    Options options;
    options.set("path", socket.native());
    return plugin.make_listener("unix", options, host);
  }
  /// Keeps each client that it accepts, started.
  Listener::Accept accept() {
    return [this](AcceptedClient client) {
      accepted = std::move(client.connection);
      accepted->start(observer);
    };
  }
  FileDescriptor connect() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) socket.close();
    return socket;
  }

  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / ("listener." + std::to_string(::getpid()) + ".sock");
  LoopHost host;
  const LoadedPlugin plugin{UNIX_SOCKET_LISTENER};
  RecordingObserver observer;
  std::unique_ptr<Connection> accepted;
};

TEST_F(UnixSocketListenerTest, AcceptsAClientWhoseMessagesArrive) {
  const auto listener = make(path);
  ASSERT_TRUE(listener->open(accept()));
  const FileDescriptor client = connect();
  ASSERT_TRUE(client);
  ASSERT_EQ(::write(client.get(), "{}\n", 3), 3);

  ASSERT_TRUE(host.run_until([&] { return !observer.messages.empty(); }));
  EXPECT_THAT(observer.messages, ElementsAre("{}"));
}

TEST_F(UnixSocketListenerTest, LetsNoOtherUserConnect) {
  const auto listener = make(path);
  ASSERT_TRUE(listener->open(accept()));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & (S_IRWXG | S_IRWXO), 0U);
}

TEST_F(UnixSocketListenerTest, RemovesItsSocketWhenItIsClosed) {
  const auto listener = make(path);
  ASSERT_TRUE(listener->open(accept()));
  listener->close();
  listener->close();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(connect());
}

TEST_F(UnixSocketListenerTest, SaysWhyItCannotListen) {
  const auto opened = make("/no/such/folder/socket")->open(accept());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::unavailable);
  EXPECT_THAT(opened.error().message, HasSubstr("No such file or directory"));
}

TEST_F(UnixSocketListenerTest, RefusesAPathThatCannotBeThatOfASocket) {
  for (const std::string& unfit : {std::string(), '/' + std::string(107, 'x')}) {
    Options options;
    options.set("path", unfit);
    const auto errors = plugin.factory<Listener>("unix").check(options, host);
    ASSERT_EQ(errors.size(), 1U) << unfit;
    EXPECT_EQ(errors.front().option, "path");
  }
}

}  // namespace
}  // namespace workbench::test
