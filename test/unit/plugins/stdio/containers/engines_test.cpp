#include "containers/engines.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "container_engine.hpp"
#include "process/server_launcher.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

TEST(Engines, SayThatAnEngineIsSilentAndDoNotWaitForAPull) {
  ContainerEngine engine;
  engine.fall_silent();
  StdioFixture fixture;
  fixture.host.changeable_limits.shutdown = std::chrono::milliseconds(300);
  stdio::ServerLauncher launcher(fixture.host, WORKBENCH_LAUNCHER);
  stdio::Engines engines(fixture.host, launcher, std::chrono::seconds(1));
  const auto container =
      stdio::contained_command({.command = ContainerEngine::client(), .args = {"run", "server"}}, "dev/s", {});
  ASSERT_TRUE(container);
  std::string text;
  const auto preparation = engines.prepare(*container, "dev/s", [&](const Result<void>& prepared) {
    text = prepared ? "prepared" : prepared.error().message;
  });
  ASSERT_TRUE(fixture.run_until([&] { return !text.empty(); }));
  EXPECT_EQ(text, "the engine does not answer: \"" + ContainerEngine::client() +
                      " image inspect\" did not end within 1 s; check with \"" + ContainerEngine::client() +
                      " info\" whether its service runs");
  EXPECT_EQ(engine.commands().find("pull"), std::string::npos);
}

}  // namespace
}  // namespace workbench::test
