// Where the workbench waits for the browser that an authorization server redirects, beside other programs of this
// machine.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "event_loop/loop.hpp"
#include "login/redirect_receiver.hpp"
#include "run_until.hpp"

namespace workbench::http::login {
namespace {

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

Address loopback(int family, std::uint16_t port) {
  Address address;
  if (family == AF_INET) {
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.size = sizeof four;
    std::memcpy(&address.storage, &four, sizeof four);
  } else {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    six.sin6_addr = in6addr_loopback;
    address.size = sizeof six;
    std::memcpy(&address.storage, &six, sizeof six);
  }
  return address;
}

/// Another program that has `port` on one loopback address. Port 0: any, which is returned.
struct Squatter {
  explicit Squatter(int family, std::uint16_t wanted = 0) : socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    Address address = loopback(family, wanted);
    is_listening = ::bind(socket.get(), address.get(), address.size) == 0 && ::listen(socket.get(), 1) == 0;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address.storage), &address.size);
    port = ntohs(family == AF_INET ? reinterpret_cast<sockaddr_in&>(address.storage).sin_port
                                   : reinterpret_cast<sockaddr_in6&>(address.storage).sin6_port);
  }
  FileDescriptor socket;
  std::uint16_t port = 0;
  bool is_listening = false;
};

class ARedirectReceiver : public testing::Test {
 protected:
  [[nodiscard]] Result<std::unique_ptr<RedirectReceiver>> open(const std::string& host, std::uint16_t port = 0) {
    return RedirectReceiver::open(loop_, {host, port, "/callback"}, [this](std::string_view query) {
      queries_.emplace_back(query);
      return query == "state=right";
    });
  }

  FileDescriptor connect_to(std::uint16_t port, int family = AF_INET) {
    FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const Address address = loopback(family, port);
    static_cast<void>(::connect(socket.get(), address.get(), address.size));
    ::pollfd connected{socket.get(), POLLOUT, 0};
    EXPECT_TRUE(test::run_until(loop_, [&] { return ::poll(&connected, 1, 0) == 1; }));
    return socket;
  }
  std::string get(const FileDescriptor& socket, const std::string& target) {
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    EXPECT_TRUE(
        test::run_until(loop_, [&] { return ::send(socket.get(), request.data(), request.size(), MSG_NOSIGNAL) > 0; }));
    return read_all(socket);
  }
  std::string read_all(const FileDescriptor& socket) {
    std::string received;
    EXPECT_TRUE(test::run_until(loop_, [&] {
      std::array<char, 4096> bytes{};
      const ssize_t count = ::recv(socket.get(), bytes.data(), bytes.size(), 0);
      if (count > 0) received.append(bytes.data(), static_cast<std::size_t>(count));
      return count == 0 || (count < 0 && errno == ECONNRESET) || received.ends_with("</html>\n");
    }));
    return received;
  }
  /// Connections that send `text` and then nothing.
  void visit_silently(std::uint16_t port, int count, const std::string& text = {}) {
    for (int i = 0; i < count; ++i) {
      silent_.push_back(connect_to(port));
      if (text.empty()) continue;
      EXPECT_TRUE(test::run_until(
          loop_, [&] { return ::send(silent_.back().get(), text.data(), text.size(), MSG_NOSIGNAL) > 0; }));
    }
  }

  event_loop::Loop loop_;
  std::vector<std::string> queries_;
  std::vector<FileDescriptor> silent_;
};

TEST_F(ARedirectReceiver, HasBothLoopbackAddressesOfLocalhostOrNone) {
  for (const int family : {AF_INET, AF_INET6}) {
    const Squatter other(family);
    ASSERT_TRUE(other.is_listening) << "this test needs IPv4 and IPv6 on loopback";
    const auto receiver = open("localhost", other.port);
    ASSERT_FALSE(receiver) << "the browser could go to the other program";
    EXPECT_EQ(receiver.error().kind, ErrorKind::unavailable);
    EXPECT_NE(receiver.error().message.find(R"(set another "oauth.callbackPort")"), std::string::npos);
  }
}

TEST_F(ARedirectReceiver, ServesBothLoopbackAddressesOfLocalhost) {
  const auto receiver = open("localhost");
  ASSERT_TRUE(receiver);
  for (const int family : {AF_INET, AF_INET6}) {
    const FileDescriptor browser = connect_to((*receiver)->address().port, family);
    EXPECT_TRUE(get(browser, "/callback?state=wrong").starts_with("HTTP/1.1 400 "));
  }
  EXPECT_EQ(queries_.size(), 2U);
}

TEST_F(ARedirectReceiver, LeavesNoOtherProgramThePortThatItHasChosen) {
  const auto receiver = open("localhost");
  ASSERT_TRUE(receiver);
  for (const int family : {AF_INET, AF_INET6}) {
    EXPECT_FALSE(Squatter(family, (*receiver)->address().port).is_listening);
  }
}

TEST_F(ARedirectReceiver, ServesTheBrowserBehindVisitorsThatSayNothing) {
  for (const char* said : {"", "G", "GET /callback?state=right HTTP/1.1\r\n"}) {
    const auto receiver = open("127.0.0.1");
    ASSERT_TRUE(receiver);
    visit_silently((*receiver)->address().port, 300, said);
    const FileDescriptor browser = connect_to((*receiver)->address().port);
    EXPECT_TRUE(get(browser, "/callback?state=wrong").starts_with("HTTP/1.1 400 ")) << said;
    silent_.clear();
  }
}

TEST_F(ARedirectReceiver, AnswersTheAwaitedBrowserHoweverManyComeAfterIt) {
  const auto receiver = open("127.0.0.1");
  ASSERT_TRUE(receiver);
  const FileDescriptor browser = connect_to((*receiver)->address().port);
  const std::string request = "GET /callback?state=right HTTP/1.1\r\n\r\n";
  ASSERT_TRUE(
      test::run_until(loop_, [&] { return ::send(browser.get(), request.data(), request.size(), MSG_NOSIGNAL) > 0; }));
  ASSERT_TRUE(test::run_until(loop_, [&] { return !queries_.empty(); }));
  visit_silently((*receiver)->address().port, 300);
  const FileDescriptor last = connect_to((*receiver)->address().port);
  EXPECT_TRUE(get(last, "/callback?state=right").starts_with("HTTP/1.1 400 ")) << "the login has its browser";
  (*receiver)->finish({});
  EXPECT_TRUE(read_all(browser).starts_with("HTTP/1.1 200 OK"));
}

}  // namespace
}  // namespace workbench::http::login
