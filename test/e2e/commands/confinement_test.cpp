// A server whose entry asks for confinement is not started; its neighbours are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "command_run.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string toolboxes_with_a_confined_server() {
  return toolboxes_file(
      toolbox("dev", fake_server("confined", {}, R"("sandboxEnabled":true)") + "," + fake_server("free")));
}

TEST(AConfinedServer, IsNotStartedWhileItsNeighboursAre) {
  WorkbenchClient client(toolboxes_with_a_confined_server());
  client.initialize();
  const std::string opened = client.open("dev");
  EXPECT_THAT(opened, AllOf(HasSubstr("asks for confinement"), HasSubstr("\\\"source_server\\\":\\\"free\\\""),
                            Not(HasSubstr("\\\"source_server\\\":\\\"confined\\\""))));
  client.process().wait_for_error_text("$.toolboxes.dev.mcpServers.confined.sandboxEnabled");
  EXPECT_THAT(client.use("dev", "free", "echo"), HasSubstr("content"));
}

TEST(AConfinedServer, IsAnErrorForCheck) {
  const Commands commands(toolboxes_with_a_confined_server());
  for (const std::vector<std::string>& check : {std::vector<std::string>{"--check"}, {"--check", "--deep"}}) {
    const Outcome outcome = commands.run(check);
    EXPECT_EQ(outcome.code, 2) << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr("$.toolboxes.dev.mcpServers.confined.sandboxEnabled: asks for confinement"));
  }
}

TEST(AConfinedServer, IsReportedByCommandsThatUseItsNeighbours) {
  const Commands commands(toolboxes_with_a_confined_server());
  const Outcome call = commands.run({"call", "dev/free/env", "name=HOME"});
  EXPECT_EQ(call.code, 0) << call.errors;
  const Outcome list = commands.run({"list"});
  EXPECT_EQ(list.code, 5);
  EXPECT_THAT(list.errors, HasSubstr("asks for confinement"));
  EXPECT_THAT(commands.run({"doctor"}).output, HasSubstr("asks for confinement"));
}

TEST(AConfinedServer, IsEndedWhenItsEntryAsksForConfinementWhileItRuns) {
  WorkbenchClient client(dev_toolbox(fake_server("s") + "," + fake_server("free")));
  client.initialize();
  client.open("dev");
  const std::string server = "/proc/" + client.use_text("dev", "s", "pid");
  ASSERT_TRUE(std::filesystem::exists(server));
  client.folder().write("toolboxes.json",
                        dev_toolbox(fake_server("s", {}, R"("sandboxEnabled":true)") + "," + fake_server("free")));
  client.process().wait_for_error_text("$.toolboxes.dev.mcpServers.s.sandboxEnabled: asks for confinement");
  client.process().wait_for_error_text("applied: replaced dev/s");
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::filesystem::exists(server) && std::chrono::steady_clock::now() < deadline) client.request("ping", "{}");
  EXPECT_FALSE(std::filesystem::exists(server));
  EXPECT_THAT(client.use("dev", "free", "echo"), HasSubstr("content"));
}

}  // namespace
