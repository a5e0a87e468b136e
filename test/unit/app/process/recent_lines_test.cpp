// The last lines of the log that are remembered, and the bounds of that.

#include "app/process/recent_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/process/log.hpp"

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> texts_of(const RecentLines& lines, const std::string& source, std::size_t limit = 1'000) {
  std::vector<std::string> texts;
  for (const RecentLine& line : lines.of(source, limit)) texts.push_back(line.text);
  return texts;
}

void add(RecentLines& lines, const std::string& source, std::string text) {
  lines.add(source, {{}, LogLevel::information, std::move(text)});
}

TEST(RecentLines, AreThoseOfOneSourceTheNewestLast) {
  RecentLines lines;
  add(lines, "dev/a", "one");
  add(lines, "dev/b", "other");
  add(lines, "dev/a", "two");
  EXPECT_THAT(texts_of(lines, "dev/a"), ElementsAre("one", "two"));
  EXPECT_THAT(texts_of(lines, "dev/a", 1), ElementsAre("two"));
  EXPECT_THAT(texts_of(lines, "dev/c"), IsEmpty());
}

TEST(RecentLines, OfOneSourceAreBoundedByNumberAndBySize) {
  RecentLines lines;
  for (std::size_t number = 0; number != RecentLines::kMaxLines + 10; ++number)
    add(lines, "many", std::to_string(number));
  EXPECT_EQ(texts_of(lines, "many").size(), RecentLines::kMaxLines);
  EXPECT_EQ(texts_of(lines, "many").front(), "10");
  for (int number = 0; number != 10; ++number) add(lines, "long", std::string(10'000, 'x'));
  EXPECT_EQ(texts_of(lines, "long").size(), RecentLines::kMaxBytes / 10'000);
  add(lines, "long", std::string(RecentLines::kMaxBytes * 2, 'y'));
  EXPECT_THAT(texts_of(lines, "long"), ElementsAre(std::string(RecentLines::kMaxBytes, 'y')));
}

TEST(RecentLines, AreForgottenOfTheSourceThatHasBeenSilentForLongest) {
  RecentLines lines;
  add(lines, "first", "1");
  add(lines, "second", "2");
  add(lines, "first", "3");
  for (std::size_t number = 0; number != RecentLines::kMaxSources - 1; ++number) {
    add(lines, "source " + std::to_string(number), "x");
  }
  EXPECT_THAT(texts_of(lines, "second"), IsEmpty());
  EXPECT_THAT(texts_of(lines, "first"), ElementsAre("1", "3"));
}

TEST(RecentLines, OfAllSourcesAreBoundedTogether) {
  RecentLines lines;
  const std::size_t sources = RecentLines::kMaxAllBytes / RecentLines::kMaxBytes + 5;
  for (std::size_t number = 0; number != sources; ++number) {
    add(lines, std::to_string(number), std::string(RecentLines::kMaxBytes, 'x'));
  }
  EXPECT_THAT(texts_of(lines, "4"), IsEmpty());
  EXPECT_EQ(texts_of(lines, "5").size(), 1U);
}

TEST(RecentLines, AreWhatTheLogHasWritten) {
  testing::internal::CaptureStderr();
  {
    Log log(LogLevel::information);
    log.write(LogLevel::warning, "dev/s", "a\u202Eb\nc");
    log.write(LogLevel::debug, "dev/s", "not written");
    const auto lines = log.recent().of("dev/s", 10);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].level, LogLevel::warning);
    EXPECT_THAT(lines[0].text, HasSubstr("a\\u{202E}b"));
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("a\\u{202E}b"));
}

}  // namespace
}  // namespace workbench::app
