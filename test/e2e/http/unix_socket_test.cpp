// Clients at a Unix socket.

#include <grp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <csignal>

#include "forked_child.hpp"
#include "operator.hpp"

namespace {

using namespace http_fixture;
using test_support::ForkedChild;
using test_support::kOtherUser;

class HttpUnixSocket : public testing::Test {
 protected:
  HttpUnixSocket() {
    // Other users have to reach the socket, so that nothing but its mode can keep them off.
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  }

  [[nodiscard]] std::vector<std::string> options(std::initializer_list<std::string> settings = {}) const {
    auto options = listener_options(settings);
    options.insert(options.end(), {"-D", "listener.http.address=unix:" + path_.string()});
    return options;
  }

  [[nodiscard]] struct stat status() const {
    struct stat status {};
    EXPECT_EQ(::stat(path_.c_str(), &status), 0);
    return status;
  }

  /// What a client of another user reports: the status of the response to a GET, or why it cannot connect.
  [[nodiscard]] std::string status_for_another_user() const {
    const ForkedChild child([this](const ForkedChild::Parent& parent) {
      if (::setgroups(0, nullptr) != 0 || ::setgid(kOtherUser) != 0 || ::setuid(kOtherUser) != 0) return;
      try {
        parent.report(std::to_string(HttpClient(path_).ask("GET", "/mcp", {}).status));
      } catch (const std::exception& error) {
        parent.report(error.what());
      }
    });
    return child.report();
  }

  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "workbench.sock";
  const std::string own_uid_ = std::to_string(::geteuid());
};

TEST_F(HttpUnixSocket, ServesClientsInBothEras) {
  const HttpWorkbench workbench(dev_toolbox(), options());
  HttpClient client(path_);
  client.connection().write(modern_call("echo"));
  EXPECT_THAT(client.read_answer().body, HasSubstr("\"echo\":{}"));
  auto session = client.ask("POST", "/mcp", with_json(), kInitialize);
  EXPECT_EQ(session.status, 200);
  EXPECT_EQ(
      client.ask("POST", "/mcp", with_json({{"Mcp-Session-Id", session.headers["mcp-session-id"]}}), kPing).status,
      200);
}

TEST_F(HttpUnixSocket, IsOfItsUserAloneByDefault) {
  const HttpWorkbench workbench(dev_toolbox(), options());
  EXPECT_EQ(status().st_mode & 07777U, 0600U);
  EXPECT_EQ(status().st_uid, ::geteuid());
  if (!is_root()) GTEST_SKIP() << "only root can connect as another user";
  EXPECT_THAT(status_for_another_user(), HasSubstr("Permission denied"));
}

TEST_F(HttpUnixSocket, HasTheModeAndTheOwnerThatTheOptionsSay) {
  const gid_t group = is_root() ? kOtherUser : ::getegid();
  HttpWorkbench workbench(dev_toolbox(),
                          options({"socketMode=0660", "socketOwner=:" + std::to_string(group), "accessLog=true"}));
  EXPECT_EQ(status().st_mode & 07777U, 0660U);
  EXPECT_EQ(status().st_gid, group);
  if (!is_root()) GTEST_SKIP() << "only root can connect as another user";
  EXPECT_EQ(status_for_another_user(), "400") << "it is of the group; it lacks a session";
  workbench.process().wait_for_error_text("[access] unix uid:" + std::to_string(kOtherUser) + " GET /mcp 400 ");
}

TEST_F(HttpUnixSocket, NamesThePrincipalByTheUserOfTheClient) {
  HttpWorkbench workbench(dev_toolbox(), with_call_log(options()));
  HttpClient client(path_);
  client.connection().write(modern_call("echo"));
  EXPECT_EQ(client.read_answer().status, 200);
  workbench.process().wait_for_error_text(R"("principal":"uid:)" + own_uid_ + "\"");
}

TEST_F(HttpUnixSocket, NamesThePrincipalAsTheTokensFileSays) {
  const auto tokens = folder_.write("tokens.json", R"({"bot":{"uid":)" + own_uid_ + R"(},"ada":{"token":"of-ada"}})");
  HttpWorkbench workbench(dev_toolbox(), with_call_log(options({"tokensFile=" + tokens.string(), "accessLog=true"})));
  HttpClient client(path_);
  client.connection().write(modern_call("echo"));
  EXPECT_EQ(client.read_answer().status, 200);
  workbench.process().wait_for_error_text(R"("principal":"bot")");
  EXPECT_EQ(client.ask("GET", "/mcp", {{"Authorization", "Bearer of-ada"}}).status, 400) << "no session";
  workbench.process().wait_for_error_text("[access] unix ada GET /mcp 400 ");
}

TEST_F(HttpUnixSocket, RefusesTheHostNamesOfPagesToAUserThatTheTokensFileLists) {
  const auto tokens = folder_.write("tokens.json", R"({"proxy":{"uid":)" + own_uid_ + R"(},"ada":{"token":"of-ada"}})");
  HttpWorkbench workbench(dev_toolbox(), options({"tokensFile=" + tokens.string()}));
  const auto status = [&](const std::string& headers) {
    HttpClient client(path_);
    client.connection().write("GET /mcp HTTP/1.1\r\n" + headers + "\r\n");
    return client.read_answer().status;
  };
  EXPECT_EQ(status("Host: evil.example\r\nOrigin: http://evil.example\r\n"), 403);
  EXPECT_EQ(status("Host: localhost\r\n"), 400) << "no session";
  EXPECT_EQ(status("Host: workbench.example\r\nAuthorization: Bearer of-ada\r\n"), 400) << "no page has a token";
}

TEST_F(HttpUnixSocket, RefusesUsersThatTheTokensFileDoesNotList) {
  const auto tokens = folder_.write("tokens.json", R"({"bot":{"uid":4711}})");
  HttpWorkbench workbench(dev_toolbox(), options({"tokensFile=" + tokens.string()}));
  EXPECT_EQ(HttpClient(path_).ask("GET", "/mcp", {}).status, 403);
  workbench.process().wait_for_error_text("refused unix: uid not listed: " + own_uid_);
}

TEST_F(HttpUnixSocket, IsServedBesideTcp) {
  const HttpWorkbench workbench(
      dev_toolbox(), listener_options({"address=127.0.0.1,127.0.0.2,unix:" + path_.string(), "accessLog=true"}));
  EXPECT_EQ(HttpClient(path_).ask("GET", "/healthz", {}).status, 200);
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/healthz", {}).status, 200);
}

TEST_F(HttpUnixSocket, HasNoTlsAndNoHstsWhereTcpHasBoth) {
  const std::string certificates = TEST_CERTIFICATES;
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"address=127.0.0.1,unix:" + path_.string(),
                                                                 "certificate=" + certificates + "/localhost.pem",
                                                                 "key=" + certificates + "/localhost.key"}));
  auto response = HttpClient(path_).ask("GET", "/healthz", {});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.headers.count("strict-transport-security"), 0U);
}

TEST_F(HttpUnixSocket, IsRemovedAtTheEnd) {
  HttpWorkbench workbench(dev_toolbox(), options());
  ASSERT_TRUE(std::filesystem::exists(path_));
  EXPECT_EQ(HttpClient(path_).ask("GET", "/healthz", {}).status, 200);  // now signals have their handlers
  workbench.process().send_signal(SIGTERM);
  workbench.process().wait();
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(HttpUnixSocket, ReplacesTheSocketOfAWorkbenchThatWasKilled) {
  { const HttpWorkbench killed(dev_toolbox(), options()); }
  ASSERT_TRUE(std::filesystem::is_socket(path_)) << "left behind";
  const HttpWorkbench workbench(dev_toolbox(), options());
  EXPECT_EQ(HttpClient(path_).ask("GET", "/healthz", {}).status, 200);
}

TEST_F(HttpUnixSocket, IsNotTakenFromAWorkbenchThatRuns) {
  const HttpWorkbench workbench(dev_toolbox(), options());
  std::vector<std::string> command{WORKBENCH_PROGRAM, "--config", folder_.write("c.json", dev_toolbox()).string(), "-D",
                                   "listeners=http"};
  const auto more = options();
  command.insert(command.end(), more.begin(), more.end());
  test_support::Process second(command);
  EXPECT_EQ(second.wait().code_or_signal, 4);
  second.wait_for_error_text("another process listens there");
  EXPECT_EQ(HttpClient(path_).ask("GET", "/healthz", {}).status, 200);
}

}  // namespace
