#include "containers/container_memory.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "container_engine.hpp"
#include "marked_processes.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

TEST(ContainerMemory, IsReadAsBothEnginesWriteIt) {
  EXPECT_EQ(stdio::memory_in("1.5KiB / 1.9GiB"), 1536U);
  EXPECT_EQ(stdio::memory_in("12.5MiB / 1.9GiB"), 13'107'200U);
  EXPECT_EQ(stdio::memory_in("729.1kB / 25.28GB"), 729'100U);
  EXPECT_EQ(stdio::memory_in("2GB / 25.28GB"), 2'000'000'000U);
  EXPECT_EQ(stdio::memory_in("0B / 0B"), 0U);
}

TEST(ContainerMemory, IsUnknownWhereTheEngineShowsNone) {
  for (const char* text : {"", "-- / --", "1.5", "1.5XB / 2GB", "-1MiB / 2GiB", "1e300GB / 2GB", "nan"}) {
    EXPECT_EQ(stdio::memory_in(text), std::nullopt) << text;
  }
}

/// The workbench, as far as containers are reported to it.
class Reports final : public ServerContainers {
 public:
  void add(int process_id, ServerContainer container) override { containers[process_id] = std::move(container); }
  void remove(int process_id) override { containers.erase(process_id); }

  std::map<int, ServerContainer> containers;
};

class AContainerThatRuns : public ::testing::Test, public StdioFixture {
 protected:
  AContainerThatRuns() {
    host.provide<ServerContainers>(reports);
    start(ContainerEngine::client(), {"run", "server", "/bin/sh", "-c", "echo ready; read line", mark});
  }
  // What it reports to is destroyed before the fixture is.
  ~AContainerThatRuns() override { connection.reset(); }
  void measure(std::optional<std::uint64_t>& bytes, bool& is_measured) {
    reports.containers.begin()->second.measure([&](std::optional<std::uint64_t> measured) {
      bytes = measured;
      is_measured = true;
    });
  }

  const std::string mark = make_mark();
  ContainerEngine engine;
  Reports reports;
};

TEST_F(AContainerThatRuns, IsReportedWithWhatItsEngineSaysOfItsMemory) {
  ASSERT_TRUE(wait_for_messages(1));
  ASSERT_EQ(reports.containers.size(), 1U);
  EXPECT_EQ(reports.containers.begin()->first, connection->process_id());
  std::optional<std::uint64_t> bytes;
  bool is_measured = false;
  measure(bytes, is_measured);
  EXPECT_FALSE(is_measured) << "the loop must not wait for the engine";
  ASSERT_TRUE(run_until([&] { return is_measured; }));
  ASSERT_TRUE(bytes);
  EXPECT_GT(*bytes, 100'000U);
}

TEST_F(AContainerThatRuns, HasNoMemoryForAnEngineThatRefusesToSayIt) {
  ASSERT_TRUE(wait_for_messages(1));
  engine.refuse_stats();
  std::optional<std::uint64_t> bytes = 1;
  bool is_measured = false;
  measure(bytes, is_measured);
  ASSERT_TRUE(run_until([&] { return is_measured; }));
  EXPECT_FALSE(bytes);
}

TEST_F(AContainerThatRuns, HasNoMemoryForAnEngineThatIsSilentAndIsNotWaitedForLonger) {
  ASSERT_TRUE(wait_for_messages(1));
  engine.fall_silent();
  std::optional<std::uint64_t> bytes = 1;
  bool is_measured = false;
  measure(bytes, is_measured);
  EXPECT_TRUE(run_until([&] { return is_measured; }));
  EXPECT_FALSE(bytes);
  engine.answer_again();
}

TEST_F(AContainerThatRuns, IsReportedUntilItsConnectionIsDestroyed) {
  ASSERT_TRUE(wait_for_messages(1));
  connection.reset();
  EXPECT_TRUE(reports.containers.empty());
}

}  // namespace
}  // namespace workbench::test
