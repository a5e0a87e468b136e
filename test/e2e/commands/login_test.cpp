// `mcp-workbench login` and `logout`, and what doctor and the report at SIGUSR1 say of logins, with a plugin whose
// logins are scripted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "command_run.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPlugins = "plugins.load=stdio-transport,filters,meta-tools," LOGIN_PLUGIN;
constexpr const char* kUrlLine = "https://as.example/authorize?state=17\n";

class LoginTest : public testing::Test {
 protected:
  /// A server "s" that logs in like this, and has this from the beginning.
  [[nodiscard]] std::string entry(const std::string& login, const std::string& kept = "") const {
    return R"("s":{"transport":"scripted-logins","store":")" + store_.path().string() + R"(","login":")" + login +
           R"(","kept":")" + kept + "\"}";
  }
  [[nodiscard]] Outcome run(const std::string& server, std::vector<std::string> arguments,
                            const std::string& input = {}) const {
    arguments.insert(arguments.end(), {"-D", kPlugins});
    return Commands(dev_toolbox(server)).run(arguments, input);
  }

  TemporaryFolder store_;
};

TEST_F(LoginTest, ShowsTheAddressAndEndsWithTheOneThatIsPasted) {
  const Outcome outcome = run(entry("person"), {"login", "dev/s", "--scope", "write", "--no-browser"},
                              "http://127.0.0.1/callback?code=good\n");
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, testing::StartsWith(kUrlLine));
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("dev/s: logged in at https://as.example"), HasSubstr("renews itself"),
                                    HasSubstr("scopes: base write")));
  EXPECT_THAT(outcome.errors, HasSubstr("paste that address here"));
}

TEST_F(LoginTest, GoesOnAfterALineThatIsNotTheAddress) {
  const Outcome outcome = run(entry("person"), {"login", "s"}, "what?\n\nhttp://127.0.0.1/callback?code=good");
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("This is not the address: it is not the end of this login"));
}

TEST_F(LoginTest, SaysThatThePersonHasRefused) {
  const Outcome outcome = run(entry("person"), {"login", "dev/s"}, "http://127.0.0.1/callback?code=no\n");
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.errors, HasSubstr("the login was refused: access_denied"));
}

TEST_F(LoginTest, NeedsNoPersonForAServerThatNeedsNone) {
  const Outcome outcome = run(entry("machine"), {"login", "dev/s"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, testing::StartsWith("dev/s: logged in at"));
}

TEST_F(LoginTest, SaysWhyTheAuthorizationServerDidNotLogIn) {
  const Outcome late = run(entry("timeout"), {"login", "dev/s"});
  EXPECT_EQ(late.code, 5);
  EXPECT_THAT(late.errors, HasSubstr("mcp-workbench login: the token request was not answered within 30 s\n"));
  const Outcome misconfigured = run(entry("misconfigured"), {"login", "dev/s"});
  EXPECT_EQ(misconfigured.code, 2);
  EXPECT_THAT(misconfigured.errors, HasSubstr("names no client"));
}

TEST_F(LoginTest, ShowsNothingThatIsNotAWebAddress) {
  const Outcome outcome = run(entry("file"), {"login", "dev/s"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(outcome.output, "");
}

TEST_F(LoginTest, OpensTheBrowserWithTheAddressAlone) {
  const Commands commands(dev_toolbox(entry("person")));
  const std::string seen = (commands.folder().path() / "seen").string();
  const auto browser = commands.folder().write("browser", "#!/bin/sh\necho \"$# $1\" > " + seen + ".new\nmv " + seen +
                                                              ".new " + seen + "\nkill -INT $LOGIN_PID\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  auto environment = commands.environment();
  environment["BROWSER"] = browser.string();
  environment["DISPLAY"] = ":99";
  environment["SSH_CONNECTION"] = "";
  environment["SSH_TTY"] = "";
  Process process({"/bin/sh", "-c", "LOGIN_PID=$$ exec \"$@\"", "sh", WORKBENCH_PROGRAM, "login", "dev/s", "-D",
                   kPlugins, "--config", commands.file()},
                  environment);
  EXPECT_EQ(process.wait().code_or_signal, 130) << process.errors();  // the browser has interrupted it
  std::string line;
  std::getline(std::ifstream(seen), line);
  EXPECT_EQ(line, "1 https://as.example/authorize?state=17");
}

TEST_F(LoginTest, IsAbandonedWithCtrlC) {
  const Commands commands(dev_toolbox(entry("person")));
  Terminal terminal({WORKBENCH_PROGRAM, "login", "dev/s", "--no-browser", "-D", kPlugins, "--config", commands.file()});
  ASSERT_TRUE(terminal.wait_for("paste that address here"));
  terminal.type("\x03");
  EXPECT_EQ(terminal.exit_code(), 130);
}

TEST_F(LoginTest, InvitesToPasteOnATerminalWhoseDeviceBelongsToAnotherUser) {
  const Commands commands(dev_toolbox(entry("person")));
  Terminal terminal({WORKBENCH_PROGRAM, "login", "dev/s", "--no-browser", "-D", kPlugins, "--config", commands.file()},
                    Terminal::Device::is_foreign);
  EXPECT_TRUE(terminal.wait_for("paste that address here")) << terminal.screen();
  terminal.type("\x03");
  EXPECT_EQ(terminal.exit_code(), 130);
}

TEST_F(LoginTest, KeepsTheLoginsOfPrincipalsApart) {
  EXPECT_EQ(run(entry("machine"), {"login", "dev/s", "--principal", "ann"}).code, 0);
  EXPECT_THAT(run(entry("machine"), {"login"}).output, HasSubstr("There is no login"));
  EXPECT_THAT(run(entry("machine"), {"login", "--principal", "ann"}).output,
              HasSubstr("logged in at https://as.example"));
  EXPECT_EQ(run(entry("machine"), {"logout", "dev/s"}).code, 64);
  EXPECT_EQ(run(entry("machine"), {"logout", "dev/s", "--principal", "ann"}).code, 0);
}

TEST_F(LoginTest, LogsOut) {
  EXPECT_THAT(run(entry("machine"), {"logout", "dev/s"}).errors, HasSubstr("there is no login to dev/s"));
  ASSERT_EQ(run(entry("machine"), {"login", "dev/s"}).code, 0);
  EXPECT_THAT(run(entry("machine"), {"logout", "dev/s"}).output, HasSubstr("dev/s: logged out"));
  EXPECT_THAT(run(entry("machine"), {"login"}).output, HasSubstr("There is no login"));
}

TEST_F(LoginTest, EndsWithTheReasonIfItsOutputCannotBeWritten) {
  const Commands commands(dev_toolbox(entry("machine")));
  for (const char* command : {"login", "login dev/s", "logout dev/s"}) {
    Process shell({"/bin/sh", "-c",
                   "exec '" WORKBENCH_PROGRAM "' " + std::string(command) + " -D '" + kPlugins + "' --config '" +
                       commands.file() + "' >/dev/full"},
                  commands.environment());
    shell.close_input();
    EXPECT_EQ(shell.wait().code_or_signal, 74) << command << ": " << shell.errors();
    EXPECT_THAT(shell.errors(), HasSubstr("the output could not be written: No space left on device")) << command;
  }
  EXPECT_THAT(run(entry("machine"), {"login"}).output, HasSubstr("There is no login")) << "it has been revoked";
}

TEST_F(LoginTest, SaysThatALoginIsForgottenButNotRevoked) {
  std::ofstream(store_.path() / "s.-") << "base";
  const Outcome outcome = run(entry("unrevokable"), {"logout", "dev/s"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.errors, HasSubstr("deleted here, but not revoked: as.example cannot be reached"));
}

TEST_F(LoginTest, SaysThatAServerKnowsNoLogins) {
  for (const std::string command : {"login", "logout"}) {
    const Outcome outcome = run(fake_server("fake"), {command, "dev/fake"});
    EXPECT_EQ(outcome.code, 64);
    EXPECT_THAT(outcome.errors, HasSubstr("dev/fake has no logins"));
  }
  EXPECT_EQ(run(fake_server("fake"), {"login", "dev/other"}).code, 64);
}

TEST_F(LoginTest, DoctorSaysWhatEachLoginNeeds) {
  const Outcome required = run(entry("person", "required"), {"doctor"});
  EXPECT_EQ(required.code, 5);
  EXPECT_THAT(required.output,
              AllOf(HasSubstr("requires a login at https://as.example"), HasSubstr("mcp-workbench login dev/s")));
  const Outcome expired = run(entry("person", "expired"), {"doctor"});
  EXPECT_THAT(expired.output, AllOf(HasSubstr("has expired at"), HasSubstr("mcp-workbench login dev/s")));
  const Outcome expiring = run(entry("person", "expiring"), {"doctor"});
  EXPECT_THAT(expiring.output, AllOf(HasSubstr("The login expires in 3 hours and does not renew itself."),
                                     HasSubstr("mcp-workbench login dev/s")));
  std::ofstream(store_.path() / "s.-") << "base";
  const Outcome renewing = run(entry("person"), {"doctor"});
  EXPECT_THAT(renewing.output, AllOf(HasSubstr("which renews itself"), Not(HasSubstr("mcp-workbench login dev/s"))));
}

TEST_F(LoginTest, TheReportOfARunningWorkbenchShowsLogins) {
  std::ofstream(store_.path() / "s.-") << "base";
  InitializedClient client(toolbox("dev", entry("person")), {"-D", kPlugins});
  client.open("dev");
  client.process().send_signal(SIGUSR1);
  client.process().wait_for_error_text("logged in at https://as.example until ");
}

}  // namespace
