#include "app/log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace workbench::app {
namespace {

/// What a log with the level `level` writes to stderr.
std::string written(LogLevel level, const std::function<void(Log&)>& write) {
  ::testing::internal::CaptureStderr();
  {
    Log log(level);
    write(log);
  }
  return ::testing::internal::GetCapturedStderr();
}

TEST(EscapeControlCharacters, LeavesTextAlone) {
  EXPECT_EQ(escape_control_characters("plain text, \xC3\xA4, \xE2\x82\xAC, \xF0\x9F\x98\x80"),
            "plain text, \xC3\xA4, \xE2\x82\xAC, \xF0\x9F\x98\x80");
  EXPECT_EQ(escape_control_characters(""), "");
}

TEST(EscapeControlCharacters, EscapesThoseOfAscii) {
  using namespace std::string_literals;
  EXPECT_EQ(escape_control_characters("a\nb\rc\x1B[2Jd\x7F"s + '\0'), "a\\x0ab\\x0dc\\x1b[2Jd\\x7f\\x00");
  EXPECT_EQ(escape_control_characters("a\tb"), "a b");
}

TEST(EscapeControlCharacters, EscapesThoseBeyondAscii) {
  EXPECT_EQ(escape_control_characters("\xC2\x80 \xC2\x9B"
                                      "31m \xC2\x9F \xC2\xA0"),
            "\\xc2\\x80 \\xc2\\x9b31m \\xc2\\x9f \xC2\xA0");
}

TEST(EscapeControlCharacters, EscapesLineAndParagraphSeparators) {
  EXPECT_EQ(escape_control_characters("a\xC2\x85"
                                      "b\xE2\x80\xA8"
                                      "c\xE2\x80\xA9"
                                      "d\xE2\x80\xAA"),
            "a\\xc2\\x85"
            "b\\xe2\\x80\\xa8"
            "c\\xe2\\x80\\xa9"
            "d\xE2\x80\xAA");
}

TEST(EscapeControlCharacters, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(escape_control_characters("\x9B"
                                      "31m \xFF \xC3"),
            "\\x9b31m \\xff \\xc3");
  EXPECT_EQ(escape_control_characters("\xE2\x80"), "\\xe2\\x80");
}

TEST(Log, WritesOneLineWithTimeLevelSourceAndText) {
  EXPECT_THAT(
      written(LogLevel::information, [](Log& log) { log.write(LogLevel::warning, "dev/files", "slow"); }),
      ::testing::MatchesRegex(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z [A-Za-z]+ \\[dev/files\\] slow\n"));
}

TEST(Log, LeavesOutWhatIsLessSevereThanItsLevel) {
  EXPECT_EQ(written(LogLevel::warning, [](Log& log) { log.write(LogLevel::information, "s", "t"); }), "");
}

TEST(Log, WritesOneLineWhateverSourceAndTextContain) {
  const std::string line = written(LogLevel::information, [](Log& log) {
    log.write(LogLevel::error, "filters] fine\n2026-11-22T00:00:00.000Z I [workbench",
              "a\nb\xC2\x9B"
              "2J");
  });
  EXPECT_THAT(line,
              ::testing::EndsWith(" [filters] fine\\x0a2026-11-22T00:00:00.000Z I [workbench] a\\x0ab\\xc2\\x9b2J\n"));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

}  // namespace
}  // namespace workbench::app
