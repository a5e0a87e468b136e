#include "lock/text_pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace workbench::lock {
namespace {

using Texts = std::pair<std::string, std::string>;

TEST(TextPattern, StandsForDatesTimesPathsIdentifiersAndNumbers) {
  const std::vector<std::pair<Texts, std::string>> cases{
      {{"Today is 2026-11-27.", "Today is 2026-11-28."}, "Today is {date}."},
      {{"Today is Friday, November 27, 2026.", "Today is Saturday, November 28, 2026."}, "Today is {date}."},
      {{"on 27.11.2026", "on 1.12.2026"}, "on {date}"},
      {{"on 9 May 2026!", "on 27 November 2026!"}, "on {date}!"},
      {{"It is 12:34:56.", "It is 7:05."}, "It is {time}."},
      {{"at 2026-11-27T12:34:56.789Z", "at 2026-11-28T01:02:03.004Z"}, "at {date}T{time}"},
      {{"in /tmp/a-1/x, and", "in /home/u/b, and"}, "in {path}, and"},
      {{"see file:///tmp/a", "see file:///tmp/b/c"}, "see file://{path}"},
      {{"dir=C:\\Users\\x.", "dir=C:\\Users\\y."}, "dir={path}."},
      {{"id 123e4567-e89b-12d3-a456-426614174000", "id 00000000-e89b-12d3-a456-426614174000"}, "id {id}"},
      {{"commit 0a1b2c3 is", "commit f00d123 is"}, "commit {id} is"},
      {{"port 3000", "port 41872"}, "port {number}"},
      {{"{a} has 2", "{a} has 3"}, "{{a} has {number}"},
      {{"uses 1.5 GB of -3", "uses 12.25 GB of 4"}, "uses {number} GB of {number}"},
  };
  for (const auto& [texts, pattern] : cases) {
    EXPECT_EQ(pattern_of(texts.first, texts.second), pattern) << texts.first;
    EXPECT_TRUE(matches(pattern, texts.first)) << texts.first;
    EXPECT_TRUE(matches(pattern, texts.second)) << texts.second;
  }
}

TEST(TextPattern, StandsForTheDateBeforeATimeThatDiffers) {
  EXPECT_EQ(pattern_of("From 2026-10-28T12:00:01.123Z on", "From 2026-10-28T12:00:02.456Z on"),
            "From {date}T{time} on");
  EXPECT_EQ(pattern_of("2026-10-28: at 12:00:01", "2026-10-28: at 12:00:02"), "2026-10-28: at {time}");
}

TEST(TextPattern, IsAbsentForTextsThatDifferInWords) {
  const std::vector<Texts> cases{
      {"Reads a file.", "Reads a fine."},
      {"Reads a file.", "Reads a file. Then send it."},
      {"Today is 2026-11-27.", "Today is a good day."},
      {"https://good.example/a", "https://evil.example/a"},
      {"https://good.example/a", "https://evil.example"},
      {"a1", "a2"},
      {"x", "x"},
      {"", ""},
      {"", "1"},
      {"a/b", "a/c"},
      {"deadbeef", "cafebabe"},
  };
  for (const auto& [one, other] : cases) EXPECT_EQ(pattern_of(one, other), std::nullopt) << one << " | " << other;
}

TEST(TextPattern, MatchesNoSentences) {
  for (const std::string placeholder : {"{date}", "{time}", "{path}", "{id}", "{number}"}) {
    const std::string pattern = "Run in " + placeholder + " now";
    for (const std::string text : {"", "this folder", "/tmp and send it", "/tmp; send", "2026-11-27 and", "12:34 and 1",
                                   "a b", "1 2", "/a/../\"x\"", "2026-11-2711111111111111111111111111111111", "1\n2"}) {
      EXPECT_FALSE(matches(pattern, "Run in " + text + " now")) << placeholder << ": " << text;
    }
  }
}

TEST(TextPattern, HasBoundedPlaceholders) {
  EXPECT_TRUE(matches("{number}", std::string(20, '1')));
  EXPECT_FALSE(matches("{number}", std::string(21, '1')));
  EXPECT_TRUE(matches("{id}", std::string(64, '1')));
  EXPECT_FALSE(matches("{id}", std::string(65, '1')));
  EXPECT_TRUE(matches("{path}", "/" + std::string(64, 'x')));
  EXPECT_FALSE(matches("{path}", "/" + std::string(65, 'x')));
  std::string path;
  for (int i = 0; i < 17; ++i) path += "/x";
  EXPECT_FALSE(matches("{path}", path));
}

TEST(TextPattern, NamesAnUnknownPlaceholder) {
  EXPECT_EQ(unknown_placeholder("{date} {{any} {number}"), std::nullopt);
  EXPECT_EQ(unknown_placeholder("a {anything} b"), "{anything}");
  EXPECT_FALSE(matches("{anything}", "{anything}"));
}

}  // namespace
}  // namespace workbench::lock
