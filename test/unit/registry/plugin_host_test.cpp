#include "registry/plugin_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <stdexcept>

#include <workbench/file_descriptor.hpp>
#include <workbench/testing/loop_host.hpp>

namespace workbench {
namespace {

/// What a plugin gets through its own host, until the process ends and after that.
class PluginHostTest : public testing::Test {
 protected:
  ~PluginHostTest() override { plugin_host.detach(); }

  test::LoopHost host;
  registry::PluginHost& plugin_host = registry::PluginHost::make("odd", host);
};

TEST_F(PluginHostTest, ResolvesNames) {
  std::string found;
  const auto query = plugin_host.resolve("127.0.0.1", 80,
                                         [&](const Host::Addresses& addresses) { found = addresses->front().text(); });

  ASSERT_TRUE(host.run_until([&] { return !found.empty(); }));
  EXPECT_EQ(found, "127.0.0.1:80");
}

TEST_F(PluginHostTest, NamesThePluginWhoseResolvedNameMadeItThrow) {
  const auto query =
      plugin_host.resolve("localhost", 80, [](const Host::Addresses&) { throw std::runtime_error("no such street"); });

  EXPECT_TRUE(host.run_until([&] { return !host.logged().empty(); }));
  EXPECT_THAT(host.logged(),
              testing::ElementsAre(testing::HasSubstr("plugin 'odd' is at fault: it threw: no such street")));
}

TEST_F(PluginHostTest, CancelsWhatIsBeingResolvedWhenTheProcessEndsAndResolvesNothingAfterThat) {
  const auto before =
      plugin_host.resolve("localhost", 80, [](const Host::Addresses&) { ADD_FAILURE() << "the process ends"; });

  plugin_host.detach();
  const auto after =
      plugin_host.resolve("127.0.0.1", 80, [](const Host::Addresses&) { ADD_FAILURE() << "the process has ended"; });

  EXPECT_NE(after, nullptr);
  host.run_what_is_due();
}

// Each session of a client makes objects of its own, and their texts have to outlive everything.
TEST_F(PluginHostTest, KeepsEqualTextsOnce) {
  const std::string_view kept = plugin_host.keep("the meta-tool 'open_toolbox'");
  EXPECT_EQ(plugin_host.keep("the meta-tool 'open_toolbox'").data(), kept.data());
  EXPECT_EQ(kept, "the meta-tool 'open_toolbox'");
}

TEST_F(PluginHostTest, WatchesForAHangUp) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const FileDescriptor ours(ends[0]);
  FileDescriptor theirs(ends[1]);
  bool called = false;
  EventLoop::Watch watch;
  watch = plugin_host.loop().watch(ours.get(), Readiness::hang_up, [&] {
    called = true;
    watch.reset();
  });

  theirs.close();

  EXPECT_TRUE(host.run_until([&] { return called; }));
}

TEST_F(PluginHostTest, NamesThePluginWhoseCollectorThrewAndKeepsTheFiguresOfTheOthers) {
  const auto odd = plugin_host.add_metrics([](MetricsWriter& writer) {
    writer.family("mcp_workbench_odd", MetricType::gauge, "Odd.");
    writer.sample({}, 1);
    writer.family("odd", MetricType::gauge, "Odd.");
  });
  const auto other = host.add_metrics([](MetricsWriter& writer) {
    writer.family("mcp_workbench_other", MetricType::gauge, "Other.");
    writer.sample({}, 2);
  });

  EXPECT_EQ(plugin_host.metrics(),
            "# HELP mcp_workbench_odd Odd.\n# TYPE mcp_workbench_odd gauge\nmcp_workbench_odd 1\n"
            "# HELP mcp_workbench_other Other.\n# TYPE mcp_workbench_other gauge\nmcp_workbench_other 2\n");
  EXPECT_THAT(host.logged(),
              testing::ElementsAre(testing::HasSubstr("plugin 'odd' is at fault: it threw: metric odd")));
}

TEST_F(PluginHostTest, CollectsNoFiguresOfAPluginAfterTheProcessHasEnded) {
  const auto before = plugin_host.add_metrics([](MetricsWriter&) { ADD_FAILURE() << "the process has ended"; });

  plugin_host.detach();
  const auto after = plugin_host.add_metrics([](MetricsWriter&) { ADD_FAILURE() << "the process has ended"; });

  EXPECT_EQ(plugin_host.metrics(), "");
  EXPECT_EQ(host.metrics(), "");
}

}  // namespace
}  // namespace workbench
