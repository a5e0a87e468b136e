#include "json/scanner.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace workbench::json {
namespace {

constexpr std::size_t kDepth = 8;

bool accepts(std::string_view text) {
  return !check(text, kDepth).has_value();
}

std::size_t fault_offset(std::string_view text) {
  return check(text, kDepth).value_or(json::Fault{999, {}}).offset;
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(Scanner, AcceptsEveryKindOfValue) {
  for (const char* text : {"{}", "[]", "\"\"", "0", "true", "false", "null", R"({"a":[1,{"b":null}],"c":"d"})"}) {
    EXPECT_TRUE(accepts(text)) << text;
  }
}

TEST(Scanner, AcceptsBlanksBetweenTokensAndAroundTheValue) {
  EXPECT_TRUE(accepts(" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } , \"c\" : [ ] } \n"));
  EXPECT_FALSE(accepts("\v1"));
  EXPECT_FALSE(accepts("1\xC2\xA0"));
}

TEST(Scanner, AcceptsAnyNumberOfTheGrammarHoweverBig) {
  for (const char* text : {"0", "-0", "10", "0.10", "1e400", "-1E+400", "1e-400", "123456789012345678901234567890"}) {
    EXPECT_TRUE(accepts(text)) << text;
  }
}

TEST(Scanner, RefusesWhatIsNotQuiteANumber) {
  for (const char* text :
       {"-", "+1", ".5", "1.", "01", "-01", "1e", "1e+", "0x1", "1.e1", "--1", "NaN", "Infinity", "1_0"}) {
    EXPECT_FALSE(accepts(text)) << text;
  }
}

TEST(Scanner, RefusesATrailingComma) {
  EXPECT_EQ(fault_offset("[1,]"), 3U);
  EXPECT_EQ(fault_offset(R"({"a":1,})"), 7U);
}

TEST(Scanner, RefusesWhatOtherParsersForgive) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "[",
                           "]",
                           "}",
                           "[}",
                           "{]",
                           "[1 2]",
                           "{\"a\" 1}",
                           "{\"a\":}",
                           "{a:1}",
                           "{'a':1}",
                           "{1:1}",
                           "[,1]",
                           "[1,,2]",
                           "{\"a\":1 \"b\":2}",
                           "tru",
                           "nul",
                           "True",
                           "truex",
                           "1 2",
                           "{}{}",
                           "/**/1",
                           "//\n1",
                           "\"a\"b",
                           "\xEF\xBB\xBF{}"}) {
    EXPECT_FALSE(accepts(text)) << text;
  }
}

TEST(Scanner, RefusesATextAtNoAddress) {
  EXPECT_TRUE(check(std::string_view(), kDepth).has_value());
}

TEST(Scanner, AcceptsAndRefusesEscapesToTheLetter) {
  EXPECT_TRUE(accepts(R"("\" \\ \/ \b \f \n \r \t \u0000 \uABcd")"));
  EXPECT_TRUE(accepts(R"("\ud800")")) << "half a surrogate pair is legal JSON";
  for (const char* text : {R"("\a")", R"("\u12")", R"("\u123g")", R"("\U1234")", R"("\)", R"("\")", R"("\u123)"}) {
    EXPECT_FALSE(accepts(text)) << text;
  }
  EXPECT_FALSE(accepts({"\"\\\0\"", 4})) << "a NUL behind a backslash";
}

TEST(Scanner, RefusesEveryControlCharacterInAStringAndAcceptsDel) {
  for (int byte = 0; byte != 0x20; ++byte) {
    EXPECT_FALSE(accepts(std::string("\"") + static_cast<char>(byte) + "\"")) << byte;
  }
  EXPECT_TRUE(accepts("\"\x7F\""));
}

TEST(Scanner, AcceptsUtf8FromTheFirstToTheLastCharacterOfEachLength) {
  for (const char* text : {"\"\xC2\x80\"", "\"\xDF\xBF\"", "\"\xE0\xA0\x80\"", "\"\xED\x9F\xBF\"", "\"\xEE\x80\x80\"",
                           "\"\xEF\xBF\xBF\"", "\"\xF0\x90\x80\x80\"", "\"\xF4\x8F\xBF\xBF\""}) {
    EXPECT_TRUE(accepts(text)) << testing::PrintToString(text);
  }
}

TEST(Scanner, RefusesOverlongFormsSurrogatesAndStrayBytes) {
  for (const char* text :
       {"\"\x80\"", "\"\xBF\"", "\"\xC0\x80\"", "\"\xC1\xBF\"", "\"\xE0\x9F\xBF\"", "\"\xED\xA0\x80\"",
        "\"\xED\xBF\xBF\"", "\"\xF0\x8F\xBF\xBF\"", "\"\xF4\x90\x80\x80\"", "\"\xF5\x80\x80\x80\"", "\"\xFF\"",
        "\"\xC3\"", "\"\xE6\xB1\"", "\"\xF0\x9F\x98\"", "\"\xC3\xC3\xA9\"", "\xC3\xA9"}) {
    EXPECT_FALSE(accepts(text)) << testing::PrintToString(text);
  }
}

TEST(Scanner, SeesABadByteAtEveryPlaceOfALongString) {
  for (const char bad : {'\x01', '\x80', '\xFF'}) {
    for (std::size_t place = 0; place != 70; ++place) {
      std::string text = "\"" + std::string(70, 'x') + "\"";
      text[place + 1] = bad;
      EXPECT_EQ(fault_offset(text), place + 1);
    }
  }
}

TEST(Scanner, NestsAsDeepAsTheLimitAndNoDeeper) {
  EXPECT_TRUE(accepts(nested(kDepth)));
  EXPECT_FALSE(accepts(nested(kDepth + 1)));
  EXPECT_EQ(fault_offset(nested(kDepth + 1)), kDepth) << "the bracket that is one too many";
  EXPECT_TRUE(check("1", 0) == std::nullopt);
  EXPECT_TRUE(check("[]", 0).has_value());
}

TEST(Scanner, CountsDepthAgainAfterGoingUp) {
  EXPECT_TRUE(accepts("[[[[[[[[1]]]]]]],[[[[[[[2]]]]]]]]"));
}

TEST(Scanner, HasADepthThatNoLimitCanExceed) {
  EXPECT_FALSE(check(nested(json::kMaxDepth), json::kMaxDepth * 2).has_value());
  EXPECT_TRUE(check(nested(json::kMaxDepth + 1), json::kMaxDepth * 2).has_value());
  EXPECT_TRUE(check(std::string(5'000'000, '['), json::kMaxDepth * 2).has_value());
}

TEST(Scanner, RemembersWhichBracketOpenedEachLevel) {
  std::string opening;
  std::string closing;
  for (int level = 0; level != 200; ++level) {
    const bool object = level % 3 == 0;
    opening += object ? R"({"k":)" : "[";
    closing.insert(0, object ? "}" : "]");
  }
  EXPECT_FALSE(check(opening + "1" + closing, 200).has_value());
  std::string crossed = closing;
  crossed[99] = crossed[99] == '}' ? ']' : '}';
  EXPECT_EQ(check(opening + "1" + crossed, 200).value_or(json::Fault{}).offset, opening.size() + 1 + 99);
}

TEST(Scanner, SaysWhereAndWhat) {
  const auto fault = check(R"({"a" 1})", kDepth);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->offset, 5U);
  EXPECT_EQ(fault->what, "expected ':' after a key");
  EXPECT_EQ(fault_offset("[1] x"), 4U);
  EXPECT_EQ(check("[1", kDepth).value_or(json::Fault{}).what, "the text ends before its value does");
}

TEST(Scanner, HandsOutMembersToTheByte) {
  const std::string text = R"( { "a" : 1.10 , "\u0062":[ 1 , 2 ] ,"c":{"d":"}"} } )";
  json::Scanner scanner(text, kDepth);
  json::RawString key;
  ASSERT_TRUE(scanner.enter_object());
  ASSERT_TRUE(scanner.next_key(key));
  EXPECT_EQ(key.text, "a");
  EXPECT_FALSE(key.escaped);
  EXPECT_EQ(scanner.value(), "1.10");
  ASSERT_TRUE(scanner.next_key(key));
  EXPECT_EQ(key.text, "\\u0062");
  EXPECT_TRUE(key.escaped);
  EXPECT_EQ(scanner.value(), "[ 1 , 2 ]");
  ASSERT_TRUE(scanner.next_key(key));
  EXPECT_EQ(scanner.value(), R"({"d":"}"})");
  EXPECT_FALSE(scanner.next_key(key));
  EXPECT_TRUE(scanner.finish());
}

TEST(Scanner, CanEnterAnObjectInsideAnObject) {
  const std::string text = R"({"a":{"b":1,"c":2},"d":{}})";
  json::Scanner scanner(text, kDepth);
  json::RawString key;
  std::vector<std::string> seen;
  ASSERT_TRUE(scanner.enter_object());
  while (scanner.next_key(key)) {
    seen.emplace_back(key.text);
    ASSERT_TRUE(scanner.enter_object());
    while (scanner.next_key(key)) seen.push_back(std::string(key.text) + "=" + std::string(scanner.value()));
  }
  EXPECT_TRUE(scanner.finish());
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "b=1", "c=2", "d"}));
}

TEST(Scanner, StaysAtItsFirstFault) {
  json::Scanner scanner(R"({"a":x,"b":1})", kDepth);
  json::RawString key;
  ASSERT_TRUE(scanner.enter_object());
  ASSERT_TRUE(scanner.next_key(key));
  EXPECT_EQ(scanner.value(), "");
  EXPECT_FALSE(scanner.next_key(key));
  EXPECT_FALSE(scanner.finish());
  EXPECT_EQ(scanner.fault().value_or(json::Fault{}).offset, 5U);
}

}  // namespace
}  // namespace workbench::json
