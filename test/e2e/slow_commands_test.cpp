// What commands show while they wait for servers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/command_run.hpp"
#include "slow_servers.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;

struct WaitingCommand {
  std::vector<std::string> words;
  std::string shown;  ///< while it waits
};

class ACommandThatWaitsForAServer : public testing::TestWithParam<WaitingCommand> {};

TEST_P(ACommandThatWaitsForAServer, SaysWhatItWaitsFor) {
  const DelayedServer delayed;
  const Commands commands(dev_toolbox(delayed.entry("s") + "," + fake_server("other")));
  std::vector<std::string> words{WORKBENCH_PROGRAM};
  words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
  words.insert(words.end(), {"--config", commands.file()});
  Process process(words, commands.environment());
  process.close_input();
  process.wait_for_error_text(GetParam().shown);
  delayed.start();
  (void)process.read_all();
  EXPECT_EQ(process.wait().code_or_signal, 0) << process.errors();
}

INSTANTIATE_TEST_SUITE_P(
    Of, ACommandThatWaitsForAServer,
    testing::Values(WaitingCommand{{"list"}, "waiting for dev/s\n"}, WaitingCommand{{"doctor"}, "waiting for dev/s\n"},
                    WaitingCommand{{"show", "dev/s/late"}, "waiting for dev/s\n"},
                    WaitingCommand{{"explain", "late"}, "waiting for dev/s\n"},
                    WaitingCommand{{"call", "dev/s/late"}, "waiting for dev/s\n"},
                    WaitingCommand{{"search", "late"}, "waiting for the servers of the toolbox dev\n"}),
    [](const auto& command) { return command.param.words.front(); });

TEST(ACommandThatWaits, ShowsEachServerAsItArrives) {
  const DelayedServer first;
  const DelayedServer second;
  const Commands commands(dev_toolbox(first.entry("a") + "," + second.entry("b")));
  Process process({WORKBENCH_PROGRAM, "doctor", "--config", commands.file()}, commands.environment());
  process.close_input();
  process.wait_for_error_text("waiting for dev/");
  first.start();
  process.wait_for_error_text("dev/a has started after ");
  process.wait_for_error_text("; waiting for dev/b");
  second.start();
  EXPECT_THAT(process.read_all(), HasSubstr("dev/b: well"));
  EXPECT_THAT(process.errors(), HasSubstr("dev/b has started after "));
}

}  // namespace
