// Sockets that systemd has opened, as sd_listen_fds(3) says: from descriptor 3 on, with LISTEN_PID, LISTEN_FDS and
// LISTEN_FDNAMES in the environment.

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <workbench/file_descriptor.hpp>

#include "operator.hpp"

namespace {

using namespace http_fixture;
using workbench::FileDescriptor;

/// A socket that listens on a free port of loopback.
struct ListeningSocket {
  FileDescriptor fd;
  std::uint16_t port;
};

ListeningSocket listen_on_free_port() {
  constexpr int kFirstFree = 10;
  const FileDescriptor opened(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (::bind(opened.get(), name, size) != 0 || ::listen(opened.get(), 8) != 0 ||
      ::getsockname(opened.get(), name, &size) != 0) {
    throw std::runtime_error("no listening socket");
  }
  return {FileDescriptor(::fcntl(opened.get(), F_DUPFD_CLOEXEC, kFirstFree)), ntohs(address.sin_port)};
}

class SystemdSockets : public testing::Test {
 protected:
  static test_support::Launch launch(const std::vector<int>& descriptors, const std::string& names) {
    return {{"export LISTEN_PID=$$ LISTEN_FDS=" + std::to_string(descriptors.size()) + " LISTEN_FDNAMES=" + names},
            descriptors};
  }

  const ListeningSocket web_ = listen_on_free_port();
  const ListeningSocket other_ = listen_on_free_port();
};

TEST_F(SystemdSockets, AreServed) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"address=systemd"}), {},
                                launch({web_.fd.get()}, "web"));
  EXPECT_EQ(workbench.port(), web_.port);
  EXPECT_EQ(HttpClient(web_.port).ask("GET", "/healthz", {}).status, 200);
}

TEST_F(SystemdSockets, AreServedByNameBesideOtherAddresses) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"address=systemd:web,systemd:other,127.0.0.1"}), {},
                                launch({web_.fd.get(), other_.fd.get()}, "web:other"));
  EXPECT_EQ(HttpClient(web_.port).ask("GET", "/healthz", {}).status, 200);
  EXPECT_EQ(HttpClient(other_.port).ask("GET", "/healthz", {}).status, 200);
}

TEST_F(SystemdSockets, HoldClientsThatConnectBeforeTheWorkbenchRuns) {
  HttpClient early(web_.port);
  early.send("GET", "/healthz", {});
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"address=systemd"}), {},
                                launch({web_.fd.get()}, "web"));
  EXPECT_EQ(early.read_answer().status, 200);
}

TEST_F(SystemdSockets, ThatNoAddressNamesKeepTheWorkbenchFromStarting) {
  const TemporaryFolder folder;
  test_support::Process program({WORKBENCH_PROGRAM, "--config", folder.write("c.json", dev_toolbox()).string(), "-D",
                                 "listeners=http", "-D", "listener.http.address=systemd:web"},
                                {}, launch({web_.fd.get(), other_.fd.get()}, "web:other"));
  EXPECT_EQ(program.wait().code_or_signal, 4);
  program.wait_for_error_text("it has passed 'other', which no address names");
}

TEST_F(SystemdSockets, AreNotPassedToServers) {
  const HttpWorkbench workbench(dev_toolbox(R"("inheritEnv":["*"])"), listener_options({"address=systemd"}), {},
                                launch({web_.fd.get()}, "web"));
  HttpClient client(web_.port);
  client.connection().write(modern_call("env"));
  const auto answer = client.read_answer();
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, Not(HasSubstr("LISTEN_")));
}

}  // namespace
