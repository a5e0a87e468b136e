#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "process/launch_record.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

using stdio::LaunchRecord;
using stdio::read_stderr_line;
using stdio::StderrLine;

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
  const std::size_t all = static_cast<std::size_t>(logged) + lines_left_out();
  EXPECT_THAT(all, ::testing::AnyOf(20'000U, 20'001U)) << "what the launcher writes may divide a line";
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

TEST_F(Stderr, ShowsNoRecordOfTheLauncher) {
  start_shell("echo words >&2; exit 3");
  ASSERT_TRUE(wait_for_end());
  const auto lines = host.lines();
  EXPECT_TRUE(std::none_of(lines.begin(), lines.end(),
                           [](const auto& line) { return line.text.find("launcher") != std::string::npos; }));
}

TEST(LaunchRecord, IsReadFromALineWithTheToken) {
  const StderrLine line = read_stderr_line("\x1elauncher secret failed exec 13 Permission denied", "secret");
  EXPECT_TRUE(line.text.empty());
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->what, LaunchRecord::What::failed);
  EXPECT_EQ(line.record->step, "exec");
  EXPECT_EQ(line.record->number, 13);
}

TEST(LaunchRecord, DistinguishesAnExitCodeFromASignal) {
  EXPECT_EQ(read_stderr_line("\x1elauncher secret ended code 9", "secret").record->what,
            LaunchRecord::What::ended_with_code);
  EXPECT_EQ(read_stderr_line("\x1elauncher secret ended signal 9", "secret").record->what,
            LaunchRecord::What::ended_by_signal);
}

TEST(LaunchRecord, IsFoundAfterTextThatDoesNotEndWithANewline) {
  const StderrLine line = read_stderr_line("half a line\x1elauncher secret ended code 3", "secret");
  EXPECT_EQ(line.text, "half a line");
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->number, 3);
}

TEST(LaunchRecord, CannotBeForgedWithoutTheToken) {
  const StderrLine line = read_stderr_line("\x1elauncher guess ended code 0", "secret");
  EXPECT_FALSE(line.record);
  EXPECT_EQ(line.text, "\x1elauncher guess ended code 0");
}

TEST(LaunchRecord, HasWhatASandboxDenied) {
  const StderrLine line = read_stderr_line("\x1elauncher secret denied write /home/u/a folder/x", "secret");
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->what, LaunchRecord::What::denied);
  EXPECT_EQ(line.record->text, "write /home/u/a folder/x");
}

TEST(LaunchRecord, HasWhatASandboxDoesNotEnforce) {
  const StderrLine line = read_stderr_line("\x1elauncher secret unconfined files: no Landlock", "secret");
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->what, LaunchRecord::What::unconfined);
  EXPECT_EQ(line.record->text, "files: no Landlock");
}

TEST(LaunchRecord, HasWhatASandboxLacks) {
  const StderrLine line = read_stderr_line("\x1elauncher secret failed sandbox 38 files: no Landlock", "secret");
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->step, "sandbox");
  EXPECT_EQ(line.record->number, 38);
  EXPECT_EQ(line.record->text, "files: no Landlock");
}

TEST(LaunchRecord, IsIgnoredIfItsReportIsUnknown) {
  EXPECT_FALSE(read_stderr_line("\x1elauncher secret sneezed", "secret").record);
}

}  // namespace
}  // namespace workbench::test
