#include "json/line_index.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::json {
namespace {

/// Lines of many lengths with characters of one to four bytes, empty lines included.
std::string mixed_text() {
  std::string text;
  for (std::size_t line = 0; line < 60; ++line) {
    for (std::size_t at = 0; at < line * 7 % 90; ++at)
      text += at % 5 == 0 ? "\xF0\x9F\x98\x80" : at % 3 == 0 ? "ä" : "x";
    text += line % 4 == 0 ? "\r\n" : "\n";
  }
  return text;
}

TEST(LineIndex, FindsEveryPlaceThatCountingFinds) {
  for (const std::string& text : {mixed_text(), mixed_text() + "x", std::string(), std::string("\n"),
                                  std::string(256, 'x'), std::string(255, 'x') + "ä" + std::string(255, 'x')}) {
    const LineIndex index(text);
    for (std::size_t offset = 0; offset <= text.size() + 1; ++offset) {
      const LineColumn expected = line_column(text, offset);
      const LineColumn found = index.at(offset);
      ASSERT_EQ(found.line, expected.line) << offset;
      ASSERT_EQ(found.column, expected.column) << offset;
    }
  }
}

TEST(LineIndex, LeadsFromAPlaceBackToItsCharacter) {
  for (const std::string& text : {mixed_text(), std::string(255, 'x') + "ä" + std::string(600, 'x')}) {
    const LineIndex index(text);
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
      const bool begins = (static_cast<unsigned char>(text[offset]) & 0xC0U) != 0x80U;
      if (begins) {
        ASSERT_EQ(index.offset_of(line_column(text, offset)), offset);
      }
    }
  }
}

TEST(LineIndex, KeepsPlacesThatTheTextDoesNotHaveInsideIt) {
  const LineIndex index("ab\ncd");
  EXPECT_EQ(index.offset_of({0, 0}), 0U);
  EXPECT_EQ(index.offset_of({9, 1}), 5U);
  EXPECT_EQ(index.offset_of({2, 99}), 5U);
  EXPECT_EQ(index.offset_of_byte(1, 1), 4U);
  EXPECT_EQ(index.offset_of_byte(1, 99), 5U);
  EXPECT_EQ(index.offset_of_byte(7, 0), 5U);
}

}  // namespace
}  // namespace workbench::json
