// Servers of a transport of another plugin, which asks the registry for the extension ProcessLauncher.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "event_loop/loop.hpp"
#include "marked_processes.hpp"
#include "registry/registry.hpp"
#include "run_until.hpp"

namespace workbench::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ALaunchedServer : public testing::Test {
 protected:
  ALaunchedServer() { std::signal(SIGPIPE, SIG_IGN); }

  void load(const std::vector<std::string>& plugins) { registry.load(plugins, {PLUGIN_FOLDER}); }
  /// The transport `launched`, with the plugin that provides the launcher.
  [[nodiscard]] Transport& transport() {
    load({STDIO_TRANSPORT_PLUGIN, "launched-transport"});
    return *registry.of<Transport>().object("launched").value();
  }
  void start(Transport& through, const std::string& script, Options options = {}) {
    options.set("command", std::string("/bin/sh"));
    options.set("args", Options::TextList{"-c", script});
    options.set("env", Options::TextMap{{"MARK", mark}});
    connection = through.connect(ServerConfig{"toolbox", "server", std::move(options)}).value();
    connection->start(observer);
  }
  [[nodiscard]] std::string reason() {
    EXPECT_TRUE(run_until(loop, [&] { return observer.is_closed(); }));
    return observer.is_closed() ? observer.closed.front().message : std::string();
  }

  const std::string mark = make_mark();
  event_loop::Loop loop;
  RecordingHost host{loop};
  registry::Registry registry{host};
  RecordingObserver observer;
  std::unique_ptr<Connection> connection;
};

TEST_F(ALaunchedServer, ExchangesMessages) {
  start(transport(), "read line; echo \"$line\"; read line");
  connection->send(Message("{\"id\":1}"));
  ASSERT_TRUE(run_until(loop, [&] { return !observer.messages.empty(); }));
  EXPECT_THAT(observer.messages, ElementsAre("{\"id\":1}"));
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(left_after(std::chrono::milliseconds(0), mark), "");
}

TEST_F(ALaunchedServer, HasTheEndOfItsStderrInItsLastWords) {
  start(transport(), "echo 'Error: no token' >&2; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection->last_words(), "Error: no token");
}

TEST_F(ALaunchedServer, HasTheLimitsOfItsEntry) {
  Options options;
  options.set("rlimits", Options::NumberMap{{"processes", 5}});
  start(transport(), "for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done; wait", std::move(options));
  EXPECT_THAT(reason(), HasSubstr("more than \"rlimits\": {\"processes\": 5} allows"));
}

TEST_F(ALaunchedServer, LeavesNothingWhenItsConnectionIsDestroyed) {
  start(transport(), "trap '' TERM; echo ready; while :; do sleep 1; done");
  ASSERT_TRUE(run_until(loop, [&] { return !observer.messages.empty(); }));
  connection.reset();
  EXPECT_EQ(left_after(std::chrono::milliseconds(1000), mark), "");
}

TEST_F(ALaunchedServer, NeedsThePluginThatProvidesTheLauncher) {
  load({"launched-transport"});
  const Result<Transport*> made = registry.of<Transport>().object("launched");
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("nobody provides the process launcher; load the plugin stdio-transport"));
}

}  // namespace
}  // namespace workbench::test
