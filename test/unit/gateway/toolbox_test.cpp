// A toolbox over real processes: shell scripts that speak as much MCP as a test needs.

#include "gateway/toolbox.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "gateway/notification_relay.hpp"
#include "json/scanner_json_access.hpp"
#include "run_until.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace workbench;
using namespace std::chrono_literals;
using State = std::shared_ptr<const OpenedToolbox>;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kSilent = "while read line; do :; done";

/// Answers the first request with this result, and nothing more.
std::string answering(const std::string& result) {
  return R"(read line; echo '{"jsonrpc":"2.0","id":1,"result":)" + result + "}'; " + kSilent;
}

std::string ready() {
  return answering(R"({"supportedVersions":["2026-07-28"],"capabilities":{}})");
}

class AToolbox : public testing::Test {
 protected:
  AToolbox() {
    registry_.load({"stdio-transport"}, {PLUGIN_FOLDER});
    host.changeable_limits.open_patience = 0ms;
  }

  ~AToolbox() override {
    if (toolbox_ == nullptr) return;
    bool is_closed = false;
    toolbox_->end([&] { is_closed = true; });
    EXPECT_TRUE(test::run_until(loop, [&] { return is_closed; }));
  }

  void add(const std::string& name, const std::string& script, std::chrono::milliseconds start_limit = 20s,
           const std::string& protocol = "modern") {
    config::ServerEntry& entry = entry_.servers.emplace_back();
    entry.name = name;
    entry.transport = "stdio";
    entry.options.set("command", std::string("/bin/sh"));
    entry.options.set("args", Options::TextList{"-c", script});
    entry.protocol = protocol;
    entry.start_time_limit = start_limit;
  }

  gateway::Toolbox& toolbox() {
    if (toolbox_ == nullptr) toolbox_ = std::move(gateway::Toolbox::from(entry_, registry_, context_, nullptr)).value();
    return *toolbox_;
  }

  State open() {
    const auto opened = std::make_shared<State>();
    toolbox().open({}, [opened](const Toolboxes::Opened& state) { *opened = state.value(); });
    EXPECT_TRUE(test::run_until(loop, [&] { return *opened != nullptr; }));
    return *opened;
  }

  /// Until the server of this name has been reached or has failed.
  void wait_for(const std::string& name) {
    EXPECT_TRUE(test::run_until(loop, [&] { return !toolbox().find_server(name)->is_starting(); }));
  }

  static config::ToolboxEntry dev() {
    config::ToolboxEntry entry;
    entry.name = "dev";
    entry.description = "d";
    return entry;
  }

  event_loop::Loop loop;
  json::Access json{1000};
  test::RecordingHost host{loop, &json};
  config::ToolboxEntry entry_ = dev();

 private:
  registry::Registry registry_;  // with the real plugin
  gateway::NotificationRelay news_{host};
  servers::EraCache eras_;
  servers::ServerContext context_{host, news_, eras_, false, false};
  std::unique_ptr<gateway::Toolbox> toolbox_;
};

TEST_F(AToolbox, KeepsTheInstructionsThatAServerGivesInEitherEra) {
  host.changeable_limits.open_patience = 20s;
  add("new",
      answering(R"({"supportedVersions":["2026-07-28"],"capabilities":{},"instructions":"Ask \u0022me\u0022."})"));
  add("old", answering(R"({"protocolVersion":"2025-11-25","capabilities":{},"instructions":"Ask first."})"), 20s,
      "legacy");
  add("none", ready());
  const State state = open();
  EXPECT_EQ(state->servers[0].instructions, "Ask \"me\".");
  EXPECT_EQ(state->servers[1].instructions, "Ask first.");
  EXPECT_EQ(state->servers[2].instructions, "");
}

TEST_F(AToolbox, IsInANewStateWhenAServerThatWasStartingIsReady) {
  const test_support::TemporaryFolder folder;
  const std::string gate = (folder.path() / "open").string();
  add("slow", "while [ ! -e " + gate + " ]; do sleep 0.01; done; " + ready());
  const State before = open();
  EXPECT_TRUE(toolbox().is_open());
  EXPECT_TRUE(before->servers[0].is_starting);
  EXPECT_FALSE(before->servers[0].failure.has_value());
  EXPECT_EQ(open(), before);

  std::ofstream{gate};
  wait_for("slow");
  const State after = open();
  EXPECT_NE(after, before);
  EXPECT_FALSE(after->servers[0].is_starting);
  EXPECT_EQ(open(), after);
}

TEST_F(AToolbox, TellsWhyAStartThatItDidNotWaitForFailedWhileItIsTriedAgain) {
  add("slow", "echo STARTED >&2; " + kSilent, 300ms);
  EXPECT_TRUE(open()->servers[0].is_starting);
  wait_for("slow");
  const State again = open();
  EXPECT_TRUE(again->servers[0].is_starting);
  ASSERT_TRUE(again->servers[0].failure.has_value());
  EXPECT_EQ(again->servers[0].failure->message,
            "server/discover: the server was not ready within 300 ms; its last words on stderr: STARTED");
}

TEST_F(AToolbox, DoesNotWaitASecondTimeForAServerThatHangs) {
  host.changeable_limits.open_patience = 100ms;
  add("slow", kSilent, 300ms);
  EXPECT_TRUE(open()->servers[0].is_starting);
  wait_for("slow");
  const auto again = std::make_shared<State>();
  toolbox().open({}, [again](const Toolboxes::Opened& state) { *again = state.value(); });
  EXPECT_NE(*again, nullptr);  // at once
}

TEST_F(AToolbox, WaitsForAServerThatFailsSoon) {
  host.changeable_limits.open_patience = 20s;
  add("broken", "exit 3");
  const State state = open();
  EXPECT_FALSE(state->servers[0].is_starting);
  ASSERT_TRUE(state->servers[0].failure.has_value());
  EXPECT_EQ(state->servers[0].failure->message, "the server ended with exit code 3");
  EXPECT_FALSE(toolbox().is_open());
}

TEST_F(AToolbox, IsOpenedOnceForAllWhoWaitAndReportsToEach) {
  host.changeable_limits.open_patience = 20s;
  add("a", ready());
  add("b", "exit 3");
  struct Heard {
    std::vector<std::size_t> reports;
    std::vector<State> states;
  };
  const auto heard = std::make_shared<Heard>();
  for (int time = 0; time != 2; ++time) {
    toolbox().open([heard](std::size_t settled, std::size_t total,
                           const std::string&) { heard->reports.push_back(10 * settled + total); },
                   [heard](const Toolboxes::Opened& state) { heard->states.push_back(state.value()); });
  }
  ASSERT_TRUE(test::run_until(loop, [&] { return heard->states.size() == 2; }));
  EXPECT_EQ(heard->states[0], heard->states[1]);
  EXPECT_THAT(heard->reports, ElementsAre(12U, 12U, 22U, 22U));
}

TEST_F(AToolbox, DoesNotStartAgainByTheWayWhatHasJustFailedTwice) {
  host.changeable_limits.open_patience = 20s;
  add("broken", "exit 3");
  const auto starts = [&] {
    const auto lines = host.lines();
    return std::count_if(lines.begin(), lines.end(),
                         [](const auto& line) { return line.text.starts_with("not started: "); });
  };
  open();
  open();
  EXPECT_EQ(starts(), 2);
  const auto opened = std::make_shared<State>();
  toolbox().open(
      {}, [opened](const Toolboxes::Opened& state) { *opened = state.value(); }, gateway::Toolbox::Retry::when_due);
  EXPECT_NE(*opened, nullptr);
  EXPECT_EQ(starts(), 2);
  open();
  EXPECT_EQ(starts(), 3);
}

TEST_F(AToolbox, ShortensALongReasonForModelsAndLogsItWhole) {
  host.changeable_limits.open_patience = 20s;
  add("wordy",
      R"(read line; printf '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"%05000d"}}\n' 7; )" + kSilent,
      20s, "legacy");
  const State state = open();
  ASSERT_TRUE(state->servers[0].failure.has_value());
  EXPECT_LE(state->servers[0].failure->message.size(), 600U);
  EXPECT_THAT(state->servers[0].failure->message, testing::EndsWith("..."));
  const auto lines = host.lines();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) {
    return line.text.find(std::string(4999, '0') + "7") != std::string::npos;
  }));
}

}  // namespace
