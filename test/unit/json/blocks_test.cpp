// Long strings and containers, which are read in blocks: whatever is of interest in them, at every place of a block.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/bytes.hpp"
#include "json/escape.hpp"
#include "json/message_scan.hpp"
#include "json/scanner.hpp"
#include "json/skip.hpp"
#include "with_instruction_set.hpp"

namespace workbench::json {
namespace {

constexpr std::size_t kPlaces = 200;  // more than the bytes that are read one by one, and two blocks

using Blocks = WithInstructionSet;
INSTANTIATE_TEST_SUITE_P(Json, Blocks, each_instruction_set(), name_of_instruction_set);

/// A string of `part` between plain bytes, at `place`; in an allocation of its size, so that a sanitizer sees a byte
/// that is read too many.
std::vector<char> string_with(std::string_view part, std::size_t place, std::size_t behind = kPlaces) {
  const std::string text = "\"" + std::string(place, 'x') + std::string(part) + std::string(behind, 'y') + "\"";
  return {text.begin(), text.end()};
}

std::string_view text_of(const std::vector<char>& bytes) {
  return {bytes.data(), bytes.size()};
}

TEST_P(Blocks, AcceptWhatIsValidAtEveryPlace) {
  for (const std::string_view part : {"\xC2\x80",
                                      "\xDF\xBF",
                                      "\xE0\xA0\x80",
                                      "\xED\x9F\xBF",
                                      "\xEE\x80\x80",
                                      "\xEF\xBF\xBF",
                                      "\xF0\x90\x80\x80",
                                      "\xF4\x8F\xBF\xBF",
                                      "\xC3\xA9\xE6\xB1\x89",
                                      "\xF0\x9F\x98\x80\xC3\xA9",
                                      "\\\"",
                                      "\\\\",
                                      "\\/",
                                      "\\b",
                                      "\\f",
                                      "\\n",
                                      "\\r",
                                      "\\t",
                                      "\\u0aF9",
                                      "\\ud83d\\ude00",
                                      "\\\\\\\"",
                                      "\\\\\\\\\\u0022",
                                      "\x7F"}) {
    for (std::size_t place = 0; place != kPlaces; ++place) {
      const std::vector<char> string = string_with(part, place);
      EXPECT_EQ(check(text_of(string), 1), std::nullopt) << testing::PrintToString(part) << " at " << place;
      const std::vector<char> at_the_end = string_with(part, place, 0);
      EXPECT_EQ(check(text_of(at_the_end), 1), std::nullopt) << testing::PrintToString(part) << " at " << place;
    }
  }
}

TEST_P(Blocks, FindSurrogatesAtEveryPlaceAndNoOtherEscapes) {
  struct Row {
    std::string_view part;
    bool has_surrogates;
  };
  for (const Row& row : {Row{"\\ud83d", true}, Row{"\\uD800", true}, Row{"\\udfFF", true}, Row{"\\u003c\\uDC00", true},
                         Row{"\\ud83d\\ude00", true}, Row{"\\u003c", false}, Row{"\\ud7ff", false},
                         Row{"\\uE000", false}, Row{"\\u00d8", false}, Row{"\\\\ud83d", false}}) {
    for (std::size_t place = 0; place != kPlaces; ++place) {
      for (const std::size_t behind : {std::size_t{0}, kPlaces}) {
        const std::vector<char> string = string_with(row.part, place, behind);
        MessageScan scan(text_of(string), 1);
        scan.finish();
        EXPECT_EQ(scan.findings().fault, std::nullopt);
        EXPECT_EQ(scan.findings().has_surrogates, row.has_surrogates) << row.part << " at " << place;
      }
    }
  }
}

struct Wrong {
  std::string_view part;
  std::size_t offset;  // of the fault in it
};

TEST_P(Blocks, FindEveryFaultWhereItIs) {
  const std::array faults{
      Wrong{"\x01", 0},
      Wrong{"\x1F", 0},
      Wrong{"\n", 0},
      Wrong{"\\x", 0},
      Wrong{"\\\x01", 0},
      Wrong{"\\\xC3\xA9", 0},
      Wrong{"\\\\\\a", 2},
      Wrong{"\\U0041", 0},
      Wrong{"\\uz000", 2},
      Wrong{"\\u0z00", 3},
      Wrong{"\\u00z0", 4},
      Wrong{"\\u000z", 5},
      Wrong{"\\u000G", 5},
      Wrong{"\\u000`", 5},
      Wrong{"\\u000@", 5},
      Wrong{"\\u000:", 5},
      Wrong{"\\u000/", 5},
      Wrong{"\\u000\x10", 5},
      Wrong{"\\u00\xC3\xA9", 4},
      Wrong{"\\u\\u0041", 2},
      Wrong{"\x80", 0},
      Wrong{"\xBF", 0},
      Wrong{"\xC0\x80", 0},
      Wrong{"\xC1\xBF", 0},
      Wrong{"\xC3", 0},
      Wrong{"\xC3\xC3\xA9", 0},
      Wrong{"\xC3\xA9\xA9", 2},
      Wrong{"\xE0\x9F\xBF", 0},
      Wrong{"\xE6", 0},
      Wrong{"\xE6\xB1", 0},
      Wrong{"\xED\xA0\x80", 0},
      Wrong{"\xED\xBF\xBF", 0},
      Wrong{"\xEF\xBF", 0},
      Wrong{"\xF0\x8F\xBF\xBF", 0},
      Wrong{"\xF0\x9F", 0},
      Wrong{"\xF0\x9F\x98", 0},
      Wrong{"\xF4\x90\x80\x80", 0},
      Wrong{"\xF5\x80\x80\x80", 0},
      Wrong{"\xFF", 0},
      Wrong{"\xE6\xB1\xC3\xA9", 0},
  };
  for (const Wrong& wrong : faults) {
    for (std::size_t place = 0; place != kPlaces; ++place) {
      for (const std::size_t behind : {std::size_t{0}, kPlaces}) {
        const std::vector<char> string = string_with(wrong.part, place, behind);
        const std::optional<Fault> fault = check(text_of(string), 1);
        ASSERT_TRUE(fault.has_value()) << testing::PrintToString(wrong.part) << " at " << place;
        EXPECT_EQ(fault->offset, 1 + place + wrong.offset) << testing::PrintToString(wrong.part) << " at " << place;
      }
    }
  }
}

TEST_P(Blocks, FindTheEndOfAStringBehindWhatCouldHideIt) {
  for (const std::string_view part : {"", "\\\"", "\\\\", "\\\\\\\"", "\xC3\xA9", "\\u0022"}) {
    for (std::size_t place = 0; place != kPlaces; ++place) {
      const std::vector<char> string = string_with(part, place, 0);
      std::string text = "[" + std::string(text_of(string)) + ",\"" + std::string(kPlaces, '"') + "\"]";
      EXPECT_EQ(check(text, 2).value_or(Fault{}).offset, 1 + string.size() + 3) << "only the next string is wrong";
      bool escaped = false;
      const char* const begin = text.data() + 1;
      EXPECT_EQ(skip_string(begin, text.data() + text.size(), escaped), begin + string.size()) << place;
      EXPECT_EQ(escaped, part.find('\\') != std::string_view::npos) << place;
      EXPECT_EQ(skip_value(begin, text.data() + text.size()), begin + string.size()) << place;
    }
  }
}

TEST_P(Blocks, ReportEscapesOfTheStringAloneThatIsRead) {
  for (std::size_t place = 0; place != kPlaces; ++place) {
    const std::string text = "{\"" + std::string(place, 'k') + "\":\"\\n" + std::string(kPlaces, '\\') + "\"}";
    Scanner scanner(text, 1);
    RawString key;
    ASSERT_TRUE(scanner.enter_object());
    ASSERT_TRUE(scanner.next_key(key));
    EXPECT_EQ(key.text.size(), place);
    EXPECT_FALSE(key.escaped) << place;
    bool escaped = false;
    static_cast<void>(skip_string(text.data() + 1, text.data() + text.size(), escaped));
    EXPECT_FALSE(escaped) << place;
  }
}

TEST_P(Blocks, SkipAStringWhateverIsBehindIt) {
  std::string behind = ",\"";
  for (std::size_t escapes = 0; escapes != kPlaces; ++escapes) behind += "\\n";
  for (std::size_t size = 0; size != kPlaces; ++size) {
    const std::string string = "\"" + std::string(size, 'x') + "\"";
    const std::string text = string + behind + "\"";
    EXPECT_EQ(skip_value(text.data(), text.data() + text.size()), text.data() + string.size()) << size;
  }
}

TEST_P(Blocks, SkipContainersWhateverIsInThem) {
  for (const std::string_view part : {R"("]")", R"("\"]")", R"("\\",[1],{"a":[{}]})", R"({"}":"{"})", "[[[[]]]]"}) {
    for (std::size_t place = 0; place != kPlaces; ++place) {
      const std::string inside = "[" + std::string(place, ' ') + std::string(part) + ",\"" + std::string(kPlaces, '[');
      for (const std::size_t behind : {std::size_t{0}, std::size_t{1}, kPlaces}) {
        const std::string container = inside + "\"" + std::string(behind, ' ') + "]";
        const std::string text = container + ",\"]]\"]";
        EXPECT_EQ(skip_value(text.data(), text.data() + text.size()), text.data() + container.size()) << place;
        EXPECT_EQ(skip_value(container.data(), container.data() + container.size()),
                  container.data() + container.size());
      }
    }
  }
}

TEST_P(Blocks, ReadAStringInSlicesAsAtOnce) {
  for (const std::string_view part : {"\xC3\xA9", "\xF0\x9F\x98\x80", "\\u00e9", "\\\\\\\"", "\xE6\xB1", "\\u00z9"}) {
    const std::string text = "{\"id\":" + std::string(text_of(string_with(part, 130))) + "}";
    MessageScan at_once(text, 1);
    at_once.finish();
    for (std::size_t slice = 1; slice != text.size(); ++slice) {
      MessageScan scan(text, 1);
      while (!scan.advance(slice)) {
      }
      EXPECT_EQ(scan.findings().value[kId], at_once.findings().value[kId]) << slice;
      EXPECT_EQ(scan.findings().fault.value_or(Fault{}).offset, at_once.findings().fault.value_or(Fault{}).offset);
    }
  }
}

/// quoted(), a character at a time.
std::string quoted_slowly(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at != text.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text.data() + at, text.data() + text.size()));
    const std::string one = quoted(text.substr(at, length));
    out.append(one, 1, one.size() - 2);
    at += length;
  }
  return out + "\"";
}

TEST_P(Blocks, QuoteEveryCharacterAtEveryPlace) {
  for (const std::string_view part :
       {"\"", "\\\"\n", "\x01", "\xC3\xA9", "\xE6\xB1\x89", "\xF0\x9F\x98\x80", "\x80", "\xC3", "\xE6\xB1",
        "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x9F\x98", "\xC3\"", "\xE6\xB1\\", "\xFF\xFF\xFF\xFF\xC3\xA9"}) {
    for (std::size_t place = 0; place != kPlaces; ++place) {
      for (const std::size_t behind : {std::size_t{0}, std::size_t{100}, 2 * kPlaces}) {
        const std::string text = std::string(place, 'x') + std::string(part) + std::string(behind, 'y');
        const std::vector<char> exact(text.begin(), text.end());
        EXPECT_EQ(quoted(text_of(exact)), quoted_slowly(text)) << testing::PrintToString(part) << " at " << place;
      }
    }
  }
}

TEST_P(Blocks, DecodeWhatTheyHaveQuoted) {
  std::string text;
  for (std::size_t round = 0; round != 300; ++round) {
    text += std::string(round % 70, 'x') + "\"\\\n\x01/\xC3\xA9\xE6\xB1\x89\xF0\x9F\x98\x80";
    const Json string(quoted(text));
    ASSERT_EQ(check(string.text(), 1), std::nullopt) << round;
    ASSERT_TRUE(characters(string) == text) << round;
  }
}

TEST(InstructionSets, TheBestIsChosenAtTheStart) {
  const BlockFunctions* const at_start = &block_functions();
  use(best_instruction_set());
  EXPECT_EQ(&block_functions(), at_start);
  EXPECT_TRUE(is_available(InstructionSet::baseline));
}

}  // namespace
}  // namespace workbench::json
