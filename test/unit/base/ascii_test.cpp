#include "base/ascii.hpp"

#include <gtest/gtest.h>

namespace workbench::base {
namespace {

TEST(Ascii, HasLettersAndDigitsOfAsciiOnly) {
  for (int code = 0; code < 256; ++code) {
    const char byte = static_cast<char>(code);
    const std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const std::string_view digits = "0123456789";
    EXPECT_EQ(is_ascii_letter(byte), letters.find(byte) != std::string_view::npos) << code;
    EXPECT_EQ(is_ascii_digit(byte), digits.find(byte) != std::string_view::npos) << code;
    EXPECT_EQ(is_ascii_letter_or_digit(byte), is_ascii_letter(byte) || is_ascii_digit(byte)) << code;
  }
}

TEST(Ascii, LowersCapitalsAndLeavesOtherBytesAlone) {
  EXPECT_EQ(ascii_lower("Content-TYPE: \xC3\x84@[Z"), "content-type: \xC3\x84@[z");
  EXPECT_EQ(ascii_lower('A'), 'a');
  EXPECT_EQ(ascii_lower('['), '[');
}

TEST(Hex, WritesTwoLowerCaseDigitsForEachByte) {
  using namespace std::string_literals;
  EXPECT_EQ(hex("\0\x1F\xAB\xFF"s), "001fabff");
  EXPECT_EQ(hex(""), "");
}

TEST(Hex, ReadsDigitsInEitherCase) {
  for (unsigned value = 0; value < 16; ++value) EXPECT_EQ(hex_value(hex_digit(value)), value);
  EXPECT_EQ(hex_value('A'), 10U);
  EXPECT_EQ(hex_value('F'), 15U);
  for (const char other : {'g', 'G', '/', ':', '@', '`', '\0'}) EXPECT_EQ(hex_value(other), std::nullopt) << other;
}

}  // namespace
}  // namespace workbench::base
