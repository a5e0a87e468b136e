// `mcp-workbench open`: from a shared workbench that listens nowhere to a page that operates it.

#include <grp.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "console_page.hpp"
#include "forked_child.hpp"
#include "operator.hpp"
#include "outcome.hpp"

namespace {

using namespace http_fixture;
using test_support::Outcome;
using test_support::Process;
using testing::AllOf;

/// A user whose clients share a workbench.
class TheCommandOpen : public testing::Test {
 protected:
  TheCommandOpen() {
    for (const char* folder : {"run", "state"}) std::filesystem::create_directory(folder_.path() / folder);
  }

  /// A client with its own connection to the shared workbench.
  void join() {
    client_ =
        std::make_unique<Process>(command({"--join", "-D", "workbench.toolboxes=" + file_.string()}), environment());
    client_->write(std::string(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":)") +
                   R"("2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}})" + "\n");
    static_cast<void>(client_->read_line());
  }

  [[nodiscard]] static std::vector<std::string> command(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    return arguments;
  }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_RUNTIME_DIR", (folder_.path() / "run").string()},
            {"XDG_STATE_HOME", (folder_.path() / "state").string()},
            {"DISPLAY", ""},
            {"WAYLAND_DISPLAY", ""}};
  }
  [[nodiscard]] Outcome open(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"open", "--config", file_.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Process process(command(arguments), environment());
    return test_support::outcome_of(process);
  }

  static std::uint16_t port_of(const std::string& url) {
    return static_cast<std::uint16_t>(std::stoul(url.substr(url.find(':', 7) + 1)));
  }
  static std::string code_of(const std::string& url) {
    const std::size_t code = url.find("#code=") + 6;
    return url.substr(code, url.find('\n') - code);
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.write("toolboxes.json", dev_toolbox());
  std::unique_ptr<Process> client_;
};

TEST_F(TheCommandOpen, LeadsToAPageThatSeesEverything) {
  join();
  const Outcome opened = open({"--print"});
  ASSERT_EQ(opened.code, 0) << opened.errors;
  ASSERT_THAT(opened.output, testing::MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+/console/#code=[0-9a-f]{32}\n"));
  ConsolePage page(port_of(opened.output));
  EXPECT_EQ(page.fetch("GET", "/console/").status, 200);
  EXPECT_EQ(page.log_in().status, 401) << "a shared workbench wants a code, of every process";
  EXPECT_EQ(page.log_in_with_code(code_of(opened.output)).status, 200);
  const HttpResponse status = page.operate("workbench/status");
  EXPECT_EQ(status.status, 200);
  EXPECT_EQ(characters(member(status.body, "result.toolboxesFile")), file_.string());
  EXPECT_EQ(ConsolePage(port_of(opened.output)).log_in_with_code(code_of(opened.output)).status, 401) << "once";
}

TEST_F(TheCommandOpen, OpensOneListenerWithTheConsoleAlone) {
  join();
  const std::string first = open({"--print"}).output;
  const std::string second = open({"--print"}).output;
  EXPECT_EQ(port_of(first), port_of(second));
  EXPECT_NE(code_of(first), code_of(second));
  const HttpResponse refused = HttpClient(port_of(first)).ask("POST", "/mcp", with_json(), kPing);
  EXPECT_EQ(refused.status, 404);
  ConsolePage page(port_of(first));
  ASSERT_EQ(page.log_in_with_code(code_of(first)).status, 200);
  const std::string initialize =
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"page","version":"1"}}})";
  EXPECT_EQ(page.fetch("POST", "/console/mcp", initialize).status, 200);
}

TEST_F(TheCommandOpen, GivesAPageNoFurtherCodes) {
  join();
  const std::string url = open({"--print"}).output;
  ConsolePage page(port_of(url));
  ASSERT_EQ(page.log_in_with_code(code_of(url)).status, 200);
  EXPECT_THAT(characters(member(page.operate("workbench/console").body, "error.message")),
              HasSubstr("mcp-workbench open"));
}

TEST_F(TheCommandOpen, EndsWithTheWorkbench) {
  join();
  const std::string url = open().output;
  ConsolePage page(port_of(url));
  ASSERT_EQ(page.log_in_with_code(code_of(url)).status, 200);
  const int workbench = std::stoi(member(page.operate("workbench/status").body, "result.pid"));
  HttpClient idle(port_of(url));
  ASSERT_EQ(::kill(workbench, SIGTERM), 0);
  EXPECT_EQ(idle.connection().read_all(), "");
}

TEST_F(TheCommandOpen, StartsTheSharedWorkbenchIfNoneRuns) {
  const Outcome opened = open({"--print"});
  ASSERT_EQ(opened.code, 0) << opened.errors;
  ConsolePage page(port_of(opened.output));
  ASSERT_EQ(page.log_in_with_code(code_of(opened.output)).status, 200);
  const int workbench = std::stoi(member(page.operate("workbench/status").body, "result.pid"));
  HttpClient idle(port_of(opened.output));
  ASSERT_EQ(::kill(workbench, SIGTERM), 0);
  EXPECT_EQ(idle.connection().read_all(), "");
}

TEST_F(TheCommandOpen, SaysWhereTheConsoleOfAWorkbenchWouldBeThatIsNotShared) {
  const Outcome configured = open({"-D", "listeners=http", "-D", "listener.http.console=true"});
  EXPECT_EQ(configured.code, 6);
  EXPECT_THAT(configured.errors, HasSubstr("its console is at http://127.0.0.1:8464/console/\n"));
}

TEST_F(TheCommandOpen, StartsABrowserAndWritesNoCode) {
  join();
  const std::string seen = (folder_.path() / "seen").string();
  const auto browser =
      folder_.write("browser", "#!/bin/sh\necho \"$@\" > " + seen + ".new && mv " + seen + ".new " + seen + "\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  auto with_display = environment();
  with_display["BROWSER"] = browser.string();
  with_display["DISPLAY"] = ":99";
  with_display["SSH_CONNECTION"] = "";
  with_display["SSH_TTY"] = "";
  Process process(command({"open", "--config", file_.string()}), with_display);
  const Outcome opened = test_support::outcome_of(process);
  EXPECT_EQ(opened.code, 0);
  EXPECT_EQ(opened.output, "");
  EXPECT_THAT(opened.errors, AllOf(StartsWith("The browser should show http://127.0.0.1:"), Not(HasSubstr("code="))));
  std::string url;
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  while (url.empty() && std::chrono::steady_clock::now() < deadline) std::getline(std::ifstream(seen), url);
  EXPECT_EQ(ConsolePage(port_of(url)).log_in_with_code(code_of(url)).status, 200) << url;
}

/// A workbench that listens for a team, and for operators of its own user.
class AWorkbenchWithAConsole : public TheCommandOpen {
 protected:
  /// What `mcp-workbench open` gets.
  [[nodiscard]] std::string url() const {
    test_support::RawConnection operating(folder_.path() / "operate");
    operating.write(
        "{\"jsonrpc\":\"2.0\",\"method\":\"workbench/operate\"}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"workbench/console\"}\n");
    return characters(member(operating.read_until("\n"), "result.url"));
  }

  // In this order: who knows the port can connect to the socket.
  const HttpWorkbench workbench_{
      dev_toolbox(),
      {"-D", "listeners=local,http", "-D", "listener.local.path=" + (folder_.path() / "operate").string(), "-D",
       "listener.http.console=true", "-D", "listener.http.tokensVariable=TOKENS"},
      {{"TOKENS", R"({"ada":{"token":"of-ada"}})"}}};
};

TEST_F(AWorkbenchWithAConsole, GivesCodesForItsOwnListener) {
  const std::string given = url();
  EXPECT_EQ(port_of(given), workbench_.port());
  ConsolePage page(workbench_.port());
  EXPECT_EQ(page.log_in_with_code(code_of(given)).status, 200);
  EXPECT_NE(member(page.operate("workbench/status").body, "result.pid"), "") << "nobody of the list";
}

TEST_F(AWorkbenchWithAConsole, DoesNotTakeTheCodeOfAnotherUsersProcess) {
  if (!is_root()) GTEST_SKIP() << "only root can connect as another user";
  const std::string code = code_of(url());
  const test_support::ForkedChild other([&](const test_support::ForkedChild::Parent& parent) {
    constexpr auto kOther = test_support::kOtherUser;
    if (::setgroups(0, nullptr) != 0 || ::setgid(kOther) != 0 || ::setuid(kOther) != 0) return;
    parent.report(std::to_string(ConsolePage(workbench_.port()).log_in_with_code(code).status));
  });
  EXPECT_EQ(other.report(), "401");
  EXPECT_EQ(ConsolePage(workbench_.port()).log_in_with_code(code).status, 200);
}

}  // namespace
