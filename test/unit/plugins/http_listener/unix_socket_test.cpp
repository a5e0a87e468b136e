#include "network/unix_socket.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "connected_sockets.hpp"
#include "forked_child.hpp"
#include "temporary_folder.hpp"

namespace workbench::http {
namespace {

using test_support::ForkedChild;
using test_support::kOtherUser;
using test_support::TemporaryFolder;
using testing::HasSubstr;

/// A folder into which all users may look.
class UnixSocket : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::permissions(folder_.path(), std::filesystem::perms{0755}); }

  [[nodiscard]] std::string path() const { return (folder_.path() / "workbench.sock").string(); }

  [[nodiscard]] OpenUnixSocket listen(const UnixSocketAccess& access = {}) const {
    auto socket = listen_unix_path(path(), access);
    if (!socket) throw std::runtime_error(socket.error().message);
    return *std::move(socket);
  }
  [[nodiscard]] std::string refusal(const UnixSocketAccess& access = {}) const {
    const auto socket = listen_unix_path(path(), access);
    return socket ? "" : socket.error().message;
  }
  [[nodiscard]] struct stat status() const {
    struct stat status {};
    EXPECT_EQ(::lstat(path().c_str(), &status), 0);
    return status;
  }
  [[nodiscard]] mode_t mode() const { return status().st_mode & 07777U; }

  /// The file of a process that has ended without removing it.
  void leave_stale_file() const {
    OpenUnixSocket socket = listen();
    std::filesystem::rename(path(), path() + ".kept");
    socket = {};
    std::filesystem::rename(path() + ".kept", path());
  }

  TemporaryFolder folder_;
};

UnixSocketAccess access_of(std::string_view mode, std::string_view owner = {}) {
  auto access = UnixSocketAccess::parse(mode, owner);
  if (access) return *access;
  ADD_FAILURE() << access.error().message;
  return {};
}

/// What a process of `user` gets when it connects: `connected`, or the reason.
ForkedChild connecting_as(uid_t user, int listening) {
  return ForkedChild([=](const ForkedChild::Parent& parent) {
    const auto fd = test_support::make_client(AF_UNIX);
    if (::setgid(user) != 0 || ::setuid(user) != 0) return parent.report("cannot become another user");
    parent.report(test_support::connect_to(fd.get(), listening) ? "connected" : std::strerror(errno));
    parent.wait();
  });
}

TEST_F(UnixSocket, IsForItsOwnUserByDefault) {
  const OpenUnixSocket socket = listen();
  EXPECT_EQ(mode(), 0600U);
  EXPECT_EQ(status().st_uid, ::geteuid());
}

TEST_F(UnixSocket, HasTheModeThatIsSetWhateverTheUmaskIs) {
  const mode_t before = ::umask(0777);
  const OpenUnixSocket socket = listen(access_of("0662"));
  ::umask(before);
  EXPECT_EQ(mode(), 0662U);
}

TEST_F(UnixSocket, HasTheOwnerThatIsSet) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files to others";
  const OpenUnixSocket socket = listen(access_of("", "65534:65533"));
  EXPECT_EQ(status().st_uid, 65534U);
  EXPECT_EQ(status().st_gid, 65533U);
}

TEST_F(UnixSocket, IsRefusedIfTheOwnerMayNotBeSet) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs another user";
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0777});
  const ForkedChild child([this](const ForkedChild::Parent& parent) {
    if (::setgid(kOtherUser) != 0 || ::setuid(kOtherUser) != 0) return;
    parent.report(refusal(access_of("", "root")));
  });
  EXPECT_THAT(child.report(), HasSubstr("Operation not permitted; set a listener.http.socketOwner"));
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(UnixSocket, KeepsOtherUsersOutByItsMode) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs another user";
  const OpenUnixSocket closed = listen(access_of("0600"));
  EXPECT_EQ(connecting_as(kOtherUser, closed.fd.get()).report(), "Permission denied");
}

TEST_F(UnixSocket, NamesTheUserWhoConnects) {
  const OpenUnixSocket socket = listen(access_of("0666"));
  const auto client = test_support::connected_client(socket.fd.get());
  EXPECT_EQ(test_support::accept_next(socket.fd.get()).peer, (SocketPeer{{}, 0, ::geteuid()}));
  if (::geteuid() != 0) GTEST_SKIP() << "needs another user";

  const ForkedChild child = connecting_as(kOtherUser, socket.fd.get());
  EXPECT_EQ(child.report(), "connected");
  const SocketPeer other = test_support::accept_next(socket.fd.get()).peer;
  EXPECT_EQ(other.uid, kOtherUser);
  EXPECT_EQ(other.text(), "unix (user " + user_name(kOtherUser) + ")");
}

TEST_F(UnixSocket, RemovesItsFileAtTheEnd) {
  { const OpenUnixSocket socket = listen(); }
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(UnixSocket, DoesNotRemoveAFileThatHasReplacedItsOwn) {
  {
    const OpenUnixSocket socket = listen();
    std::filesystem::rename(path(), path() + ".kept");
    folder_.write("workbench.sock", "another");
  }
  EXPECT_TRUE(std::filesystem::exists(path()));
}

TEST_F(UnixSocket, ReplacesTheFileOfADeadProcess) {
  leave_stale_file();
  ASSERT_TRUE(std::filesystem::is_socket(path()));
  const OpenUnixSocket socket = listen();
  const auto client = test_support::connected_client(socket.fd.get());
  EXPECT_TRUE(test_support::accept_next(socket.fd.get()).fd);
}

TEST_F(UnixSocket, IsRefusedIfAnotherProcessListensThere) {
  const OpenUnixSocket socket = listen();
  EXPECT_EQ(refusal(),
            "cannot listen on unix:" + path() + ": another process listens there; set another listener.http.address");
  EXPECT_TRUE(std::filesystem::is_socket(path()));
}

TEST_F(UnixSocket, NeverRemovesAFileThatIsNotASocket) {
  folder_.write("workbench.sock", "a document");
  EXPECT_EQ(refusal(), "cannot listen on unix:" + path() +
                           ": the file exists and is not a socket; remove it, or set another listener.http.address");
  EXPECT_TRUE(std::filesystem::is_regular_file(path()));
}

TEST_F(UnixSocket, IsNotCreatedThroughASymbolicLink) {
  std::filesystem::create_symlink("elsewhere.sock", path());
  EXPECT_THAT(refusal(), HasSubstr("the file exists and is not a socket"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "elsewhere.sock"));
}

TEST_F(UnixSocket, IsRefusedInAFolderThatDoesNotExist) {
  const auto socket = listen_unix_path(path() + "/x.sock", {});
  ASSERT_FALSE(socket);
  EXPECT_THAT(socket.error().message, HasSubstr("No such file or directory; create the folder"));
}

TEST_F(UnixSocket, IsOpenedByOneOfSeveralProcessesThatReplaceAStaleFileAtOnce) {
  leave_stale_file();
  std::vector<ForkedChild> children;
  for (int count = 0; count < 8; ++count) {
    children.emplace_back([this](const ForkedChild::Parent& parent) {
      const auto socket = listen_unix_path(path(), {});
      parent.report(socket ? "listening" : "refused");
      parent.wait();
    });
  }
  int listening = 0;
  for (const ForkedChild& child : children) listening += child.report() == "listening" ? 1 : 0;
  EXPECT_EQ(listening, 1);
}

TEST_F(UnixSocket, IsNotOpenedWhileAnotherProcessOpensOneInTheFolder) {
  const FileDescriptor folder(::open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_EQ(::flock(folder.get(), LOCK_EX), 0);
  EXPECT_THAT(refusal(), HasSubstr("another process keeps the folder locked"));
  ASSERT_EQ(::flock(folder.get(), LOCK_UN), 0);
  EXPECT_EQ(refusal(), "");
}

TEST(UnixSocketAccess, ReadsModes) {
  EXPECT_EQ(access_of("").mode, 0600U);
  EXPECT_EQ(access_of("0660").mode, 0660U);
  EXPECT_EQ(access_of("777").mode, 0777U);
  for (const char* text : {"0", "66", "0888", "1777", "04755", "rw-rw----", "-600", "0660 "}) {
    const auto access = UnixSocketAccess::parse(text, "");
    ASSERT_FALSE(access) << text;
    EXPECT_EQ(access.error().message,
              "'" + std::string(text) + "' is not a file mode; write three octal digits after a 0, like 0600 or 0660");
  }
}

TEST(UnixSocketAccess, ReadsOwnersAsNamesAndNumbers) {
  EXPECT_EQ(access_of("", "root").user, 0U);
  EXPECT_EQ(access_of("", "root").group, std::nullopt);
  EXPECT_EQ(access_of("", "root:root").group, 0U);
  EXPECT_EQ(access_of("", ":root").user, std::nullopt);
  EXPECT_EQ(access_of("", ":root").group, 0U);
  EXPECT_EQ(access_of("", "4711:4712").user, 4711U);
  EXPECT_EQ(access_of("", "4711:4712").group, 4712U);
}

TEST(UnixSocketAccess, RefusesOwnersThatDoNotExist) {
  const auto refusal = [](std::string_view owner) {
    const auto access = UnixSocketAccess::parse("", owner);
    return access ? "" : access.error().message;
  };
  EXPECT_EQ(refusal("no-such-user"), "'no-such-user' names the user 'no-such-user', which this machine does not have");
  EXPECT_THAT(refusal(":no-such-group"), HasSubstr("names the group 'no-such-group'"));
  EXPECT_THAT(refusal("root:"), HasSubstr("names no group; write user, user:group or :group"));
  EXPECT_THAT(refusal(":"), HasSubstr("names no group"));
  EXPECT_THAT(refusal("4294967295"), HasSubstr("names the user"));
}

}  // namespace
}  // namespace workbench::http
