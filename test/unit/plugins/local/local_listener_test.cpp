#include "local_listener.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "temporary_folder.hpp"

namespace {

using namespace workbench;
using local::FirstLine;
using local::LocalListener;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FileDescriptor connected_to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) socket.close();
  return socket;
}

void write_to(const FileDescriptor& socket, const std::string& text) {
  ASSERT_EQ(::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
}

/// A listener that is open, and whom it has accepted.
class AListener : public testing::Test {
 protected:
  AListener() {
    options_.set("path", path_);
    listener_ = std::make_unique<LocalListener>(options_, host_);
    EXPECT_TRUE(listener_->open([this](AcceptedClient client) { clients_.push_back(std::move(client)); }));
  }

  /// Connects, and sends the line.
  FileDescriptor connect(const std::string& line) {
    FileDescriptor socket = connected_to(path_);
    EXPECT_TRUE(socket.is_open());
    write_to(socket, line + "\n");
    return socket;
  }
  [[nodiscard]] bool run_until_accepted(std::size_t count) {
    return host_.run_until([&] { return clients_.size() == count; });
  }
  [[nodiscard]] bool run_until_logged(const std::string& text) {
    return host_.run_until([&] {
      for (const auto& line : host_.lines()) {
        if (line.text.find(text) != std::string::npos) return true;
      }
      return false;
    });
  }

  const test_support::TemporaryFolder folder_;
  const std::string path_ = (folder_.path() / "socket").string();
  test::LoopHost host_;
  Options options_;
  std::unique_ptr<LocalListener> listener_;
  std::vector<AcceptedClient> clients_;
};

TEST_F(AListener, AcceptsAClientWithWhatItSaysOfItself) {
  const auto socket =
      connect(R"({"jsonrpc":"2.0","method":"workbench/join","params":{"workingDirectory":"/p","isRejoining":true,)"
              R"("metaTools":["a","b"]}})");
  ASSERT_TRUE(run_until_accepted(1));
  EXPECT_EQ(clients_[0].working_directory, "/p");
  EXPECT_TRUE(clients_[0].is_rejoining);
  EXPECT_THAT(clients_[0].meta_tools, ElementsAre("a", "b"));
  EXPECT_EQ(clients_[0].operator_view, OperatorView::none);
}

TEST_F(AListener, AcceptsAnOperator) {
  const auto socket = connect(R"({"jsonrpc":"2.0","method":"workbench/operate"})");
  ASSERT_TRUE(run_until_accepted(1));
  EXPECT_EQ(clients_[0].operator_view, OperatorView::everything);
}

TEST_F(AListener, IgnoresAWorkingDirectoryThatIsNotAnAbsolutePath) {
  const auto socket = connect(R"({"jsonrpc":"2.0","method":"workbench/join","params":{"workingDirectory":"p"}})");
  ASSERT_TRUE(run_until_accepted(1));
  EXPECT_EQ(clients_[0].working_directory, "");
}

TEST_F(AListener, RefusesAFirstLineThatSaysNothingItKnows) {
  const auto other = connect(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})");
  EXPECT_TRUE(run_until_logged("its first line is neither workbench/join nor workbench/operate"));
  const auto garbage = connect("GET / HTTP/1.1");
  EXPECT_TRUE(host_.run_until([&] {
    char byte = 0;
    return ::recv(garbage.get(), &byte, 1, MSG_DONTWAIT) == 0;
  }));
  EXPECT_THAT(clients_, IsEmpty());
}

TEST_F(AListener, RefusesAFirstLineThatIsTooLong) {
  const FileDescriptor socket = connected_to(path_);
  write_to(socket, std::string(FirstLine::kMaxBytes, 'x'));
  EXPECT_TRUE(run_until_logged("its first line is too long"));
}

TEST_F(AListener, RefusesProgramsOfOtherUsers) {
  if (::geteuid() != 0) return;  // only root can become another user
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  std::filesystem::permissions(path_, std::filesystem::perms::all);
  const pid_t other = ::fork();
  if (other == 0) {
    if (::setuid(65534) != 0) ::_exit(2);
    ::_exit(connected_to(path_).is_open() ? 0 : 1);
  }
  EXPECT_TRUE(run_until_logged("by another user"));
  int status = -1;
  ::waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_THAT(clients_, IsEmpty());
}

TEST_F(AListener, LetsNobodyElseOpenItsSocket) {
  struct stat found {};
  ASSERT_EQ(::stat(path_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(AListener, RemovesItsSocketWhenItIsClosed) {
  listener_->close();
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(AListener, DoesNotTakeThePlaceOfAnother) {
  LocalListener second(options_, host_);
  const auto opened = second.open([](AcceptedClient) {});
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("another workbench may listen there"));
}

TEST(TheOptions, NameNoStandardStreamAsTheSocket) {
  Options options;
  options.set("descriptor", std::int64_t{2});
  EXPECT_EQ(local::check_options(options).size(), 1U);
}

}  // namespace
