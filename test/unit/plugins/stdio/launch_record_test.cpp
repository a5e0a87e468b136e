#include "transport/launch_record.hpp"

#include <gtest/gtest.h>

namespace workbench::stdio {
namespace {

TEST(LaunchRecord, IsReadFromALineWithTheToken) {
  const StderrLine line = read_stderr_line("\x1elauncher secret failed exec 13 Permission denied", "secret");
  EXPECT_TRUE(line.words.empty());
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->what, LaunchRecord::What::failed);
  EXPECT_EQ(line.record->step, "exec");
  EXPECT_EQ(line.record->number, 13);
}

TEST(LaunchRecord, TellsAnExitCodeFromASignal) {
  EXPECT_EQ(read_stderr_line("\x1elauncher secret ended code 9", "secret").record->what,
            LaunchRecord::What::ended_with_code);
  EXPECT_EQ(read_stderr_line("\x1elauncher secret ended signal 9", "secret").record->what,
            LaunchRecord::What::ended_by_signal);
}

TEST(LaunchRecord, IsFoundBehindALineThatTheServerLeftOpen) {
  const StderrLine line = read_stderr_line("half a line\x1elauncher secret ended code 3", "secret");
  EXPECT_EQ(line.words, "half a line");
  ASSERT_TRUE(line.record);
  EXPECT_EQ(line.record->number, 3);
}

TEST(LaunchRecord, CannotBeForgedWithoutTheToken) {
  const StderrLine line = read_stderr_line("\x1elauncher guess ended code 0", "secret");
  EXPECT_FALSE(line.record);
  EXPECT_EQ(line.words, "\x1elauncher guess ended code 0");
}

TEST(LaunchRecord, IsNoRecordWithoutAKnownWord) {
  EXPECT_FALSE(read_stderr_line("\x1elauncher secret sneezed", "secret").record);
}

}  // namespace
}  // namespace workbench::stdio
