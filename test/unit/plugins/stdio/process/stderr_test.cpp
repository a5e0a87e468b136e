#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

class Stderr : public ::testing::Test, public StdioFixture {
 protected:
  static bool counts_lines(const RecordingHost::Line& line) {
    return line.text.find("lines of its stderr are left out here") != std::string::npos;
  }
  /// According to the log.
  std::size_t lines_left_out() {
    std::size_t sum = 0;
    for (const auto& line : host.lines()) {
      if (counts_lines(line)) sum += std::stoul(line.text);
    }
    return sum;
  }
};

TEST_F(Stderr, GoesToTheLogUnderTheServersName) {
  start_shell("echo hello >&2; read line");
  ASSERT_TRUE(run_until([&] { return !host.lines().empty(); }));
  const RecordingHost::Line line = host.lines().front();
  EXPECT_EQ(line.level, LogLevel::information);
  EXPECT_EQ(line.source, "toolbox/server");
  EXPECT_EQ(line.text, "hello");
}

TEST_F(Stderr, IsDrainedWhileReadingIsPaused) {
  start_shell("head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo x >&2; echo written; exit 3");
  connection->pause_reading(true);
  ASSERT_TRUE(run_until([&] { return !host.lines().empty(); }));
  connection->pause_reading(false);
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection->last_words(), "x");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"written"});
}

TEST_F(Stderr, IsCutOffInALineWithoutAnEnd) {
  start_shell("head -c 300000 /dev/zero | tr '\\0' x >&2; echo answer; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection->last_words(), std::string(297, 'x') + "...");
}

TEST_F(Stderr, IsLoggedUpToAThousandLinesAtOnceWithTheNumberOfTheOthers) {
  start_shell("seq 1 20000 >&2; echo answer; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  const auto lines = host.lines();
  EXPECT_LT(lines.size(), 1500U);
  const auto is_of_server = [](const auto& line) { return line.level == LogLevel::information && !counts_lines(line); };
  const auto logged = std::count_if(lines.begin(), lines.end(), is_of_server);
  EXPECT_EQ(static_cast<std::size_t>(logged) + lines_left_out(), 20'000U);
  EXPECT_THAT(connection->last_words(), ::testing::EndsWith("20000"));
}

TEST_F(Stderr, IsCountedToItsEndThoughAnotherProcessOfTheServerIsLeft) {
  start_shell("(trap '' TERM; exec sleep 60) & seq 1 20000 >&2; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_GE(lines_left_out(), 18'500U);
}

TEST_F(Stderr, IsReadAtAnEvenPaceIfItHasNoEnd) {
  start_shell("yes >&2");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(run_until([&] { return lines_left_out() > 0; }));  // a second after the first thousand
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(static_cast<double>(lines_left_out()), 100'000 + 150'000 * seconds.count());
}

TEST_F(Stderr, IsReadAtAnEvenPaceIfItHasNoLines) {
  const auto begin = std::chrono::steady_clock::now();
  start_shell("head -c 20000000 /dev/zero >&2; echo written; read line");
  ASSERT_TRUE(run_until([&] { return !observer.messages.empty(); }));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_GT(seconds.count(), 1.5) << "20 MB at 8 MiB a second, after the first 4";
}

TEST_F(Stderr, IsSummarisedWhileTheServerRunsUpToItsUnfinishedLine) {
  start_shell("echo one >&2; printf two >&2; read line");
  EXPECT_TRUE(run_until([&] { return connection->last_words() == "one | two"; }));
}

TEST_F(Stderr, HasNothingOfTheLauncher) {
  start_shell("echo words >&2; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  const auto lines = host.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines.front().text, "words");
}

TEST_F(Stderr, IsReadToItsEndBeforeTheEndIsReported) {
  start_shell("seq 1 8000 >&2; printf 'the last words' >&2; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_THAT(connection->last_words(), ::testing::EndsWith("the last words"));
}

}  // namespace
}  // namespace workbench::test
