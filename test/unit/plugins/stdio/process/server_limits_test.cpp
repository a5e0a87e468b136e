#include "process/server_limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

using stdio::LaunchRecord;
using stdio::ServerLimits;
using ::testing::MatchesRegex;

std::string refusal(const Options::NumberMap& configured) {
  const std::vector<OptionError> errors = ServerLimits::check(configured);
  return errors.empty() ? "accepted" : errors.front().option + ": " + errors.front().message;
}

TEST(ServerLimits, RefuseAnUnknownOneAndNameThoseThatThereAre) {
  EXPECT_EQ(refusal({{"memory", 1}}),
            "rlimits: has the unknown key \"memory\"; known here: \"memoryBytes\", \"processes\", \"cpuSeconds\", "
            "\"files\", \"fileBytes\"");
}

TEST(ServerLimits, RefuseAValueWithWhichNoServerStarts) {
  EXPECT_EQ(refusal({{"memoryBytes", 100}}),
            "rlimits: has \"memoryBytes\": 100, with which no server starts; write 1048576 or more, or remove it");
  EXPECT_EQ(refusal({{"processes", 0}}),
            "rlimits: has \"processes\": 0, with which no server starts; write 1 or more, or remove it");
  EXPECT_EQ(refusal({{"cpuSeconds", -1}}),
            "rlimits: has \"cpuSeconds\": -1, with which no server starts; write 1 or more, or remove it");
}

TEST(ServerLimits, AcceptThoseThatAServerCanRunWith) {
  EXPECT_EQ(
      refusal(
          {{"memoryBytes", 1'000'000'000}, {"processes", 20}, {"cpuSeconds", 3600}, {"files", 256}, {"fileBytes", 0}}),
      "accepted");
}

TEST(ServerLimits, AreNamedOnlyForAnEndThatTheyMayHaveCaused) {
  const ServerLimits limits({{"memoryBytes", 50'000'000}, {"cpuSeconds", 5}});
  const LaunchRecord killed{LaunchRecord::What::ended_by_signal, {}, SIGKILL};
  const LaunchRecord failed{LaunchRecord::What::ended_with_code, {}, 1};
  EXPECT_EQ(limits.describe_end(killed, ""),
            "perhaps because it has used the processor time that \"rlimits\": {\"cpuSeconds\": 5} allows");
  EXPECT_EQ(
      limits.describe_end(failed, "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"),
      "it needs more memory than \"rlimits\": {\"memoryBytes\": 50000000} allows");
  EXPECT_EQ(limits.describe_end(failed, "no token"), "");
  EXPECT_EQ(ServerLimits().describe_end(killed, "out of memory"), "") << "none is configured";
}

/// Raises the limit of open files as high as this process may, and sets it back.
class RaisedDescriptorLimit {
 public:
  RaisedDescriptorLimit() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit raised{before_.rlim_max, before_.rlim_max};
    const rlimit highest{1'000'000'000, 1'000'000'000};
    const rlimit higher{1'048'576, 1'048'576};  // the kernel's default maximum for processes that may raise it
    for (const rlimit& one : {highest, higher}) {
      if (::setrlimit(RLIMIT_NOFILE, &one) == 0) return;
    }
    ::setrlimit(RLIMIT_NOFILE, &raised);
  }
  ~RaisedDescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  RaisedDescriptorLimit(const RaisedDescriptorLimit&) = delete;
  RaisedDescriptorLimit& operator=(const RaisedDescriptorLimit&) = delete;

  [[nodiscard]] rlim_t before() const { return before_.rlim_cur; }

 private:
  rlimit before_{};
};

class AServerWithLimits : public ::testing::Test, public StdioFixture {
 protected:
  static Options rlimits(Options::NumberMap limits) {
    Options options;
    options.set("rlimits", std::move(limits));
    return options;
  }
  /// What the shell's `ulimit` says in a server.
  std::string ulimit(const std::string& option, Options options = {}) {
    start_shell("ulimit " + option, std::move(options));
    EXPECT_TRUE(wait_for_messages(1));
    return observer.messages.empty() ? std::string() : observer.messages.front();
  }
};

TEST_F(AServerWithLimits, MayOpenAsManyFilesAsItsEntrySays) {
  EXPECT_EQ(ulimit("-n; ulimit -Hn", rlimits({{"files", 64}})), "64");
  ASSERT_TRUE(wait_for_messages(2));
  EXPECT_EQ(observer.messages[1], "64");
}

TEST_F(AServerWithLimits, MayOpenAsManyFilesAsTheWorkbenchMightWhenItStarted) {
  stdio::remember_descriptor_limit();
  const RaisedDescriptorLimit raised;
  EXPECT_EQ(ulimit("-Sn"), std::to_string(raised.before()));
}

// A close() for each would take minutes where the limit is 10^9, as it is in many containers.
TEST_F(AServerWithLimits, StartsAsFastIfTheWorkbenchMayOpenAsManyFilesAsTheKernelAllows) {
  const auto time_of_start = [this] {
    const auto begin = std::chrono::steady_clock::now();
    start_shell("echo ready");
    EXPECT_TRUE(run_until([&] { return !observer.messages.empty(); }));
    observer.messages.clear();
    return std::chrono::steady_clock::now() - begin;
  };
  const RaisedDescriptorLimit raised;
  auto fastest = time_of_start();
  for (int i = 0; i < 4; ++i) fastest = std::min(fastest, time_of_start());
  EXPECT_LT(fastest, std::chrono::milliseconds(100));
}

TEST_F(AServerWithLimits, IsNamedWhenTheServerNeedsMoreMemory) {
  start_shell("dd if=/dev/zero of=/dev/null bs=300M count=1", rlimits({{"memoryBytes", 100'000'000}}));
  EXPECT_EQ(reason(),
            "the server ended with exit code 1; it needs more memory than \"rlimits\": {\"memoryBytes\": 100000000} "
            "allows");
}

TEST_F(AServerWithLimits, IsNamedWhenTheProcessorTimeIsUsed) {
  start_shell("while :; do :; done", rlimits({{"cpuSeconds", 1}}));
  EXPECT_EQ(reason(),
            "the server was ended by signal 24 (SIGXCPU); it has used the processor time that \"rlimits\": "
            "{\"cpuSeconds\": 1} allows");
}

TEST_F(AServerWithLimits, IsNamedWhenAFileIsTooLarge) {
  const std::string file = ::testing::TempDir() + "stdio_file_size";
  start_shell("exec dd if=/dev/zero of=" + file + " bs=1M count=10", rlimits({{"fileBytes", 1'000'000}}));
  EXPECT_EQ(reason(),
            "the server was ended by signal 25 (SIGXFSZ); it has written a file larger than \"rlimits\": "
            "{\"fileBytes\": 1000000} allows");
  ::unlink(file.c_str());
}

TEST_F(AServerWithLimits, IsEndedWithAllItsProcessesWhenItHasTooMany) {
  start_shell("for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done; wait", rlimits({{"processes", 5}}));
  // How many it has started by the time of the count is a matter of scheduling.
  EXPECT_THAT(reason(), MatchesRegex("the server was ended because it had [6-9] processes, more than \"rlimits\": "
                                     "\\{\"processes\": 5\\} allows"));
}

TEST_F(AServerWithLimits, RunsWithAsManyProcessesAsItMayHave) {
  start_shell("for i in 1 2 3 4; do sleep 1000 & done; echo all; read line", rlimits({{"processes", 5}}));
  ASSERT_TRUE(wait_for_messages(1)) << reason();
  const auto two_counts_later = std::chrono::steady_clock::now() + std::chrono::milliseconds(450);
  ASSERT_TRUE(run_until([&] { return std::chrono::steady_clock::now() > two_counts_later; }));
  ASSERT_FALSE(observer.is_closed()) << reason();
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
}

}  // namespace
}  // namespace workbench::test
