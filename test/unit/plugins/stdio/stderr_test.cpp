#include <gtest/gtest.h>

#include <algorithm>

#include "stdio_fixture.hpp"
#include "transport/launch_record.hpp"

namespace workbench::test {
namespace {

using stdio::LaunchRecord;
using stdio::read_stderr_line;
using stdio::StderrLine;

class Stderr : public ::testing::Test, public StdioFixture {};

TEST_F(Stderr, GoesToTheLogUnderTheServersName) {
  start_shell("echo hello >&2; echo answer; read line");
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

TEST(LaunchRecord, IsIgnoredIfItsReportIsUnknown) {
  EXPECT_FALSE(read_stderr_line("\x1elauncher secret sneezed", "secret").record);
}

}  // namespace
}  // namespace workbench::test
