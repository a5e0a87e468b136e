// What a workbench that serves does with a toolboxes file that it has found.

#include <gmock/gmock.h>
#include <signal.h>

#include <string>

#include "found_file.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;

class AServingWorkbench : public AFoundFile {
 protected:
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
    return found;
  }
};

TEST_F(AServingWorkbench, GoesOnWithTheFileOfTheUserAndSaysOnceWhatItHasFound) {
  write_own();
  const auto client = this->client();
  EXPECT_THAT(client->open("own"), HasSubstr("echo"));
  EXPECT_THAT(client->open("local"), HasSubstr("not found in configuration"));
  client->process().send_signal(SIGHUP);
  client->process().wait_for_error_text("the configuration is the same as before");
  EXPECT_EQ(count(client->process().errors(), "found " + local().string()), 1U) << client->process().errors();
  client->process().wait_for_error_text("mcp-workbench trust " + local().string());
}

TEST_F(AServingWorkbench, GoesOnWithoutAnyFileUntilTheOneThatItHasFoundIsAllowed) {
  const auto client = this->client();
  client->process().wait_for_error_text("it has not been allowed");
  EXPECT_THAT(client->open("local"), HasSubstr("not found in configuration"));
  trust();
  client->process().wait_for_error_text("applied: added local");
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
}

TEST_F(AServingWorkbench, UsesTheFileThatWasAllowed) {
  write_own();
  trust();
  EXPECT_THAT(client()->open("local"), HasSubstr("echo"));
}

TEST_F(AServingWorkbench, KeepsTheConfigurationWhenTheAllowedFileChanges) {
  trust();
  const auto client = this->client();
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
  write_local(toolboxes_file(toolbox("local", fake_server("s")) + "," + toolbox("more", fake_server("t"))));
  client->process().wait_for_error_text("has changed since it was allowed");
  client->process().wait_for_error_text("the running configuration remains in use");
  EXPECT_THAT(client->open("more"), HasSubstr("not found in configuration"));
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
  client->process().send_signal(SIGHUP);
  client->process().wait_for_error_text("SIGHUP");
  EXPECT_THAT(client->open("more"), HasSubstr("not found in configuration"));
  trust();
  client->process().wait_for_error_text("applied: added more");
}

TEST_F(AServingWorkbench, KeepsTheConfigurationWhenAFileChangesThatTheAllowedOneReads) {
  write("project/.env", "WHERE=before\n");
  write_local(toolboxes_file(toolbox("local", fake_server("s", {}, R"("envFile":".env")"))));
  trust();
  const auto client = this->client();
  client->open("local");
  write("project/.env", "WHERE=after\n");
  client->process().wait_for_error_text(".env: is not used, because it has changed since it was allowed");
  client->process().wait_for_error_text("the running configuration remains in use");
}

TEST_F(AServingWorkbench, KeepsTheConfigurationWhenOthersBecomeAbleToChangeTheFile) {
  trust();
  const auto client = this->client();
  client->open("local");
  ASSERT_EQ(::chmod(local().c_str(), 0666), 0);
  client->process().send_signal(SIGHUP);
  client->process().wait_for_error_text("can be written by everybody");
  client->process().wait_for_error_text("the running configuration remains in use");
}

TEST_F(AServingWorkbench, WarnsOfANamedFileThatOthersCanChange) {
  ASSERT_EQ(::chmod(local().c_str(), 0666), 0);
  const auto client = this->client("--config workbench-config.json");
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
  client->process().wait_for_error_text("is used because it was named, but");
}

TEST_F(AServingWorkbench, UsesNoLocalFileThatOthersCanChangeAllowedOrNot) {
  write_own();
  trust();
  ASSERT_EQ(::chmod(path("project").c_str(), 0777), 0);
  const auto client = this->client();
  EXPECT_THAT(client->open("own"), HasSubstr("echo"));
  EXPECT_THAT(client->open("local"), HasSubstr("not found in configuration"));
}

/// Clients that join: the shared workbench runs in another folder, and is started with what was found here.
class AJoiningClient : public AServingWorkbench {
 protected:
  ~AJoiningClient() override {
    const Outcome status = run("status --json");
    if (status.code == 0) ::kill(std::stoi(member(status.output, "pid")), SIGKILL);
  }
};

TEST_F(AJoiningClient, SharesTheWorkbenchOfTheUserWhereNobodyHasAllowedTheLocalFile) {
  write_own();
  const auto client = this->client("--join");
  EXPECT_THAT(client->open("own"), HasSubstr("echo"));
  EXPECT_THAT(client->open("local"), HasSubstr("not found in configuration"));
  client->process().wait_for_error_text("it has not been allowed");
}

TEST_F(AJoiningClient, SharesOneOfTheLocalFileThatWasAllowed) {
  write_own();
  trust();
  const auto client = this->client("--join");
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
}

TEST_F(AJoiningClient, SharesAWorkbenchThatUsesNoNewContentWithoutConsent) {
  trust();
  const auto client = this->client("--join");
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
  write_local(toolboxes_file(toolbox("local", fake_server("s")) + "," + toolbox("more", fake_server("t"))));
  const Outcome reload = run("reload");
  EXPECT_EQ(reload.code, 2);
  EXPECT_THAT(reload.output, HasSubstr("has changed since it was allowed"));
  EXPECT_THAT(client->open("more"), HasSubstr("not found in configuration"));
}

TEST_F(AJoiningClient, SharesAWorkbenchWithoutToolboxesUntilTheLocalFileIsAllowed) {
  const auto client = this->client("--join");
  EXPECT_THAT(client->open("local"), HasSubstr("not found in configuration"));
  trust();
  EXPECT_NE(run("reload").code, 6);
  EXPECT_THAT(client->open("local"), HasSubstr("echo"));
}

}  // namespace
