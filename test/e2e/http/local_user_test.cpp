// Which users of this machine a listener on loopback accepts, if only the kernel identifies a client.

#include <grp.h>

#include "forked_child.hpp"
#include "operator.hpp"

namespace {

using namespace http_fixture;
using test_support::ForkedChild;
using test_support::kOtherUser;

constexpr const char* kSentence =
    "Only processes of the user who runs the workbench may connect without a token; set listener.http.tokensFile, or "
    "listener.http.allowAnonymous=true to let in every user of this machine.\n";

struct Reply {
  int status;
  std::string body;
};

/// The response to a GET of another user's process. `where`: a port, or a Unix socket.
template <typename Where>
Reply ask_as_another_user(const Where& where, const std::string& path = "/mcp", const HttpHeaders& headers = {}) {
  const ForkedChild child([&](const ForkedChild::Parent& parent) {
    if (::setgroups(0, nullptr) != 0 || ::setgid(kOtherUser) != 0 || ::setuid(kOtherUser) != 0) return;
    try {
      const auto response = HttpClient(where).ask("GET", path, headers);
      parent.report(std::to_string(response.status) + " " + response.body);
    } catch (const std::exception& error) {
      parent.report(std::string("0 ") + error.what());
    }
  });
  const std::string report = child.report();
  return report.size() < 2 ? Reply{0, report} : Reply{std::stoi(report), report.substr(report.find(' ') + 1)};
}

class AnotherUser : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_root()) GTEST_SKIP() << "only root can connect as another user";
  }
};

TEST(OwnUser, IsAcceptedOnLoopback) {
  const HttpWorkbench workbench(dev_toolbox());
  EXPECT_NE(workbench.initialize(), "");
}

TEST_F(AnotherUser, IsRefusedByDefaultWithASentenceThatSaysWhatToSet) {
  HttpWorkbench workbench(dev_toolbox());
  const Reply refused = ask_as_another_user(workbench.port());
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.body, kSentence);
  workbench.process().wait_for_error_text("refused 127.0.0.1: another user's process (user ");
  EXPECT_NE(workbench.initialize(), "") << "the own user is still accepted";
}

TEST_F(AnotherUser, IsAcceptedWithAllowAnonymous) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"allowAnonymous=true"}));
  EXPECT_EQ(ask_as_another_user(workbench.port()).status, 400) << "no session";
}

TEST_F(AnotherUser, IsAcceptedWithAToken) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"tokensVariable=TOKENS"}),
                                {{"TOKENS", R"({"ada":{"token":"of-ada"}})"}});
  EXPECT_EQ(ask_as_another_user(workbench.port(), "/mcp", {{"Authorization", "Bearer of-ada"}}).status, 400)
      << "no session";
  EXPECT_EQ(ask_as_another_user(workbench.port()).status, 401);
}

TEST_F(AnotherUser, GetsResponsesToHealthChecks) {
  const HttpWorkbench workbench(dev_toolbox());
  EXPECT_EQ(ask_as_another_user(workbench.port(), "/healthz").status, 200);
  EXPECT_EQ(ask_as_another_user(workbench.port(), "/readyz").status, 200);
}

TEST_F(AnotherUser, MayNotReadMetrics) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"metrics=true"}));
  EXPECT_EQ(ask_as_another_user(workbench.port(), "/metrics").status, 403);
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/metrics", {}).status, 200);
}

TEST_F(AnotherUser, IsRefusedAtAnAbstractUnixSocketWhichHasNoMode) {
  const std::string name = "@workbench-test-" + std::to_string(::getpid());
  HttpWorkbench workbench(dev_toolbox(), listener_options({"address=unix:" + name, "accessLog=true"}));
  const std::filesystem::path socket = name;
  EXPECT_EQ(ask_as_another_user(socket).status, 403);
  workbench.process().wait_for_error_text("refused unix: another user's process (user ");
  EXPECT_EQ(HttpClient(socket).ask("GET", "/mcp", {}).status, 400) << "no session";
}

// Otherwise an option for the log would open the workbench to the whole machine.
TEST_F(AnotherUser, IsRefusedAlsoAsATrustedProxy) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"trustedProxies=127.0.0.1"}));
  EXPECT_EQ(ask_as_another_user(workbench.port()).status, 403);
  EXPECT_EQ(ask_as_another_user(workbench.port(), "/mcp", {{"X-Forwarded-For", "192.0.2.7"}}).status, 403);
}

}  // namespace
