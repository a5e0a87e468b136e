#include <gtest/gtest.h>

#include <string>
#include <workbench/result_budget.hpp>

namespace {

using workbench::ResultBudget;
using workbench::ResultMeasure;

std::size_t length(const std::string& text, ResultMeasure measure) {
  return ResultBudget{0, measure}.length_of(text);
}

TEST(ResultMeasure, OfBytesIsTheSizeOfUtf8) {
  EXPECT_EQ(length("a\"\n\u00e9\u20ac\U0001F600", ResultMeasure::bytes), 12U);
}

TEST(ResultMeasure, OfCharactersIsTheLengthOfAStringOfJavaScript) {
  EXPECT_EQ(length("a\"\n\u00e9\u20ac\U0001F600", ResultMeasure::characters), 7U);
}

TEST(ResultMeasure, OfEscapedTextIsWhatJsonStringifyWrites) {
  EXPECT_EQ(length("a/b", ResultMeasure::escaped), 3U);
  EXPECT_EQ(length("\u00e9\u20ac\U0001F600\x7f", ResultMeasure::escaped), 5U);
  for (const char byte : std::string("\"\\\b\f\n\r\t")) {
    EXPECT_EQ(length(std::string(1, byte), ResultMeasure::escaped), 2U) << static_cast<int>(byte);
  }
  EXPECT_EQ(length(std::string("\0\v\x1f", 3), ResultMeasure::escaped), 18U);
}

TEST(ResultMeasure, OfEscapedBytesIsWhatJsonTakesInUtf8) {
  EXPECT_EQ(length("a\"\n\u00e9\u20ac\U0001F600", ResultMeasure::escaped_bytes), 14U);
  EXPECT_EQ(length(std::string("\0\v\x1f", 3), ResultMeasure::escaped_bytes), 18U);
}

TEST(ResultMeasure, OfEscapedBytesIsNeverLessThanAnyOther) {
  for (const std::string text : {"a", "\"", "\\", "\n", "\x01", "\x7f", "\u00e9", "\u20ac", "\U0001F600"}) {
    for (const ResultMeasure other : {ResultMeasure::bytes, ResultMeasure::characters, ResultMeasure::escaped}) {
      EXPECT_GE(length(text, ResultMeasure::escaped_bytes), length(text, other)) << text;
    }
  }
}

TEST(ResultBudget, WithoutALimitFitsEverything) {
  EXPECT_TRUE(ResultBudget().fits(std::string(1'000'000, 'x')));
  EXPECT_FALSE((ResultBudget{2, ResultMeasure::escaped}.fits("a\n")));
  EXPECT_EQ((ResultBudget{2, ResultMeasure::bytes}.left_after(3)), 0U);
}

}  // namespace
