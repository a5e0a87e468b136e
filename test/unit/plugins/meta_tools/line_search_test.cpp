#include "line_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using meta_tools::LineSearch;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using Lines = std::vector<std::pair<std::size_t, std::string>>;

/// The lines with `wanted`, when the text arrives in pieces of this many bytes.
Lines lines_of(const std::string& text, std::string_view wanted, std::size_t piece = 1'000) {
  Lines lines;
  LineSearch search(wanted, [&](std::size_t at, const std::string& line) {
    lines.emplace_back(at, line);
    return true;
  });
  for (std::size_t at = 0; at < text.size(); at += piece) search.add(std::string_view(text).substr(at, piece));
  search.finish();
  return lines;
}

TEST(LineSearch, FindsEachLineOnceInAnyCaseOfLetters) {
  EXPECT_THAT(lines_of("one\nTwo two\nthree\nTWO", "two"), ElementsAre(Pair(4, "Two two"), Pair(18, "TWO")));
  EXPECT_THAT(lines_of("one\n", "ONE"), ElementsAre(Pair(0, "one")));
  EXPECT_THAT(lines_of("one\n", "nowhere"), IsEmpty());
  EXPECT_THAT(lines_of("", "x"), IsEmpty());
}

TEST(LineSearch, FindsTheSameHoweverTheTextIsDivided) {
  const std::string text = "aab\naaab aab\n" + std::string(500, 'a') + "b\nab";
  const Lines whole = lines_of(text, "AAB");
  ASSERT_EQ(whole.size(), 3U);
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 100U}) EXPECT_EQ(lines_of(text, "AAB", piece), whole) << piece;
}

TEST(LineSearch, FindsNothingThatIsInTwoLines) {
  EXPECT_THAT(lines_of("a\nb", "a\nb"), IsEmpty());
  EXPECT_THAT(lines_of("a\nb", "ab"), IsEmpty());
}

TEST(LineSearch, CutsALongLineAroundWhatItHasFound) {
  const std::string before(10'000, 'b');
  const std::string after(10'000, 'a');
  for (const std::size_t piece : {1U, 64U, 30'000U}) {
    EXPECT_THAT(lines_of(before + "X" + after, "x", piece),
                ElementsAre(Pair(10'000, "..." + std::string(200, 'b') + "X" + std::string(199, 'a') + "...")));
    EXPECT_THAT(lines_of("X" + after, "x", piece), ElementsAre(Pair(0, "X" + std::string(399, 'a') + "...")));
    EXPECT_THAT(lines_of(before + "X", "x", piece), ElementsAre(Pair(10'000, "..." + std::string(399, 'b') + "X")));
  }
}

TEST(LineSearch, CutsNoCharacterInTwo) {
  std::string line;
  for (int count = 0; count < 300; ++count) line += "\u00e9";
  EXPECT_THAT(lines_of("x" + line, "x"), ElementsAre(Pair(0, "x" + line.substr(0, 398) + "...")));
}

TEST(LineSearch, OnlyCountsTheLinesAfterThoseThatAreWanted) {
  std::vector<std::string> lines;
  LineSearch search("a", [&](std::size_t, const std::string& line) {
    if (lines.size() == 2) return false;
    lines.push_back(line);
    return true;
  });
  search.add("a1\na2\na3\nb\na4");
  search.finish();
  EXPECT_THAT(lines, ElementsAre("a1", "a2"));
  EXPECT_EQ(search.left_out(), 2U);
}

TEST(LineSearch, TakesTimeThatGrowsWithTheLengthOfTheTextAlone) {
  // With a search that restarts at each byte this takes minutes.
  const std::string text(10'000'000, 'a');
  for (const char* end : {"b", "a"}) {
    const std::string wanted = std::string(4'000, 'a') + end;
    EXPECT_EQ(lines_of(text, wanted, 65'536).empty(), *end == 'b');
  }
}

}  // namespace
