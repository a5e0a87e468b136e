#include "base/visible_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace workbench::base {
namespace {

using std::string_literals::operator""s;

/// The character in UTF-8.
std::string utf8(char32_t value) {
  const auto tail = [value](unsigned shift) { return static_cast<char>(0x80U | (value >> shift & 0x3FU)); };
  if (value < 0x80) return {static_cast<char>(value)};
  if (value < 0x800) return {static_cast<char>(0xC0U | value >> 6U), tail(0)};
  if (value < 0x10000) return {static_cast<char>(0xE0U | value >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | value >> 18U), tail(12), tail(6), tail(0)};
}

TEST(VisibleText, LeavesWhatCanBeSeen) {
  for (const char* text : {"", "plain ASCII: ~!\\u{41}\\x41",
                           "caf\u00e9 \u4f60\u597d \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
                           "e\u0301 a\u0308", "\u00a0\u2003\u3000", "\U0001F600 \uE0A0"}) {
    EXPECT_EQ(visible_text(text), text);
    EXPECT_EQ(visible_line(text), text);
    EXPECT_TRUE(is_visible(text));
  }
}

TEST(VisibleText, WritesControlCharactersOut) {
  EXPECT_EQ(visible_text("a\x1B[2Jb\x07\x7F"s + '\0'), "a\\u{1B}[2Jb\\u{7}\\u{7F}\\u{0}");
  EXPECT_EQ(visible_text("\u0080\u0085\u009b31m"), "\\u{80}\\u{85}\\u{9B}31m");
}

TEST(VisibleText, KeepsLineBreaksOnlyWhereATextHasLines) {
  EXPECT_EQ(visible_text("a\nb\r\nc\td"), "a\nb\r\nc\td");
  EXPECT_EQ(visible_text("a\rb\r"), "a\\rb\\r") << "a lone one overwrites the line";
  EXPECT_EQ(visible_line("a\nb\r\nc\td"), "a\\nb\\r\\nc d");
  EXPECT_EQ(visible_text("a\u2028b\u2029\v\f"), "a\\u{2028}b\\u{2029}\\u{B}\\u{C}");
}

TEST(VisibleText, WritesBytesOutThatAreNotUtf8) {
  EXPECT_EQ(visible_text("\xFF \xC3 \xE2\x80 \xC0\x80 \xED\xA0\x80"),
            "\\xFF \\xC3 \\xE2\\x80 \\xC0\\x80 \\xED\\xA0\\x80");
}

TEST(VisibleText, WritesOutWhatReversesHidesOrJoinsText) {
  const std::vector<char32_t> hidden{
      0x00AD,  0x034F,  0x061C,  0x115F,  0x1160,  0x17B4,  0x180E,  0x200B,  0x200C,  0x200D,  0x200E,  0x200F,
      0x202A,  0x202B,  0x202C,  0x202D,  0x202E,  0x2060,  0x2061,  0x2064,  0x2065,  0x2066,  0x2067,  0x2068,
      0x2069,  0x206A,  0x206F,  0x3164,  0xFE00,  0xFE0F,  0xFEFF,  0xFFA0,  0xFFF0,  0xFFF9,  0xFFFB,  0xFFFE,
      0x1BCA0, 0x1D173, 0x1D17A, 0xE0001, 0xE0020, 0xE0041, 0xE007F, 0xE0100, 0xE01EF, 0xE0FFF, 0x10FFFF};
  for (const char32_t one : hidden) {
    const std::string character = utf8(one);
    const std::string escape = [&] {
      std::string text;
      append_visible(text, {0, character.size(), one, true});
      return text;
    }();
    EXPECT_EQ(visible_text("a" + character + "b"), "a" + escape + "b");
    EXPECT_EQ(visible_text(character), escape);
    EXPECT_FALSE(is_visible(character)) << escape;
  }
}

TEST(VisibleText, WritesTheCodeInHexadecimalDigits) {
  EXPECT_EQ(visible_text("\u202e"), "\\u{202E}");
  EXPECT_EQ(visible_text("\U000E0041"), "\\u{E0041}");
  EXPECT_EQ(visible_text("\U0010FFFF"), "\\u{10FFFF}");
}

TEST(VisibleText, KeepsEmoji) {
  for (const char* emoji : {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\U0001F3F3\uFE0F\u200D\U0001F308",
                            "\u2764\uFE0F", "\U0001F469\U0001F3FD\u200D\U0001F4BB", "1\uFE0F\u20E3", "#\uFE0F\u20E3",
                            "\u00A9\uFE0F", "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
                            "\U0001F1E9\U0001F1EA", "\u2600\uFE0E"}) {
    EXPECT_EQ(visible_text("a " + std::string(emoji) + " b"), "a " + std::string(emoji) + " b");
    EXPECT_EQ(visible_line(emoji), emoji);
  }
}

TEST(VisibleText, KeepsWordsOfScriptsThatUseJoiners) {
  for (const char* word : {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",      // Persian
                           "\u0647\u200d.",                                         // an abbreviation, in Arabic
                           "\u0915\u094d\u200d\u0937", "\u0915\u094d\u200c\u0937",  // Devanagari
                           "\u0d28\u0d4d\u200d",                                    // Malayalam, at the end of a word
                           "\u0dc1\u0dca\u200d\u0dbb\u0dd3",                        // Sinhala
                           "\u1820\u180b\u182d", "\u8fbb\ufe00", "\u2229\ufe00"}) {
    EXPECT_EQ(visible_text(word), word);
  }
}

TEST(VisibleText, WritesOutWhatHidesBehindSuchWordsAndEmoji) {
  EXPECT_EQ(visible_text("a\u200db"), "a\\u{200D}b") << "no script that joins";
  EXPECT_EQ(visible_text("\u0645\u200c\u200c\u06cc"), "\u0645\\u{200C}\\u{200C}\u06cc") << "more than one";
  EXPECT_EQ(visible_text("\u0645\u200ca"), "\u0645\\u{200C}a") << "between two scripts";
  EXPECT_EQ(visible_text("\U0001F600\u200Dx"), "\U0001F600\\u{200D}x") << "no emoji follows";
  EXPECT_EQ(visible_text("\U0001F600\uFE0F\uFE0E"), "\U0001F600\uFE0F\\u{FE0E}") << "a second selector";
  EXPECT_EQ(visible_text("\U0001F600\U000E0101\U000E0102"), "\U0001F600\\u{E0101}\\u{E0102}");
  EXPECT_EQ(visible_text("a\uFE0F"), "a\\u{FE0F}");
  EXPECT_EQ(visible_text("1\uFE0F"), "1\\u{FE0F}") << "no keycap";
  EXPECT_EQ(visible_text("\U0001F3F4\U000E0061\U000E0062\U000E007F"), "\U0001F3F4\\u{E0061}\\u{E0062}\\u{E007F}")
      << "no flag";
}

TEST(VisibleText, ChangesNothingTheSecondTime) {
  for (const std::string text :
       {"a\x1B\u202e\xFF\n\r\t\U000E0041", "\u0645\u200c\u200c\u06cc", "\U0001F600\uFE0F\uFE0F"}) {
    EXPECT_EQ(visible_text(visible_text(text)), visible_text(text));
    EXPECT_EQ(visible_line(visible_line(text)), visible_line(text));
    EXPECT_TRUE(is_visible(visible_text(text)));
    EXPECT_TRUE(is_visible(visible_line(text), HiddenCharacters::Breaks::hidden));
  }
}

}  // namespace
}  // namespace workbench::base
