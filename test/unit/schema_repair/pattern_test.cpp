#include "schema_repair/pattern.hpp"

#include <gtest/gtest.h>

namespace workbench::schema_repair {
namespace {

std::string repaired(std::string_view pattern) {
  const PatternCheck check = check_pattern(pattern);
  return check.state == PatternState::repairable ? check.repaired : "";
}

// Each was tried in V8 with the flag `u`.
TEST(Pattern, OfEcmaScriptIsValid) {
  for (const char* pattern :
       {"", "a|", "^[a-z]+$", R"(\d{2,3}?)", R"((?:a)(?=b)(?!c)(?<=d)(?<!e))", R"((?<n>a)\k<n>\1)", R"(\1(a))",
        R"(\p{L}\P{Script=Greek})", R"([\]\\^\-\d-])", R"([\n-a])", R"(\ud83d\ude00)", R"([\ud83d\ude00-\ud83d\ude01])",
        R"(\u{1F600}\x41\cA\0)", "[\xC3\xA9-\xE6\xB1\x89]", "[^]", "[]", R"(\/\.\*\{\})", "a{3}",
        "a{0,99999999999999999999}"}) {
    EXPECT_EQ(check_pattern(pattern).state, PatternState::valid) << pattern;
  }
}

TEST(Pattern, OfOtherLanguagesIsInvalid) {
  for (const char* pattern : {"(",        ")",        "[",
                              "]",        "a{",       "}",
                              "*",        "a**",      "(?P<n>a)",
                              "(?i)a",    R"(\A)",    R"(\Z)",
                              "[z-a]",    "a{3,2}",   R"(\u{110000})",
                              R"(\k<n>)", R"((a)\2)", R"(\)",
                              "(?=a)*",   "^*",       "(?<n>a)(?<n>b)",
                              R"(\c)",    R"(\x4)",   R"(\u00)",
                              R"(\p)",    R"(\00)",   "(?<1>a)",
                              "(?<n",     "(?",       R"([\B])",
                              R"([\1])",  "[a-"}) {
    EXPECT_EQ(check_pattern(pattern).state, PatternState::invalid) << pattern;
  }
}

TEST(Pattern, LosesNeedlessBackslashes) {
  EXPECT_EQ(repaired(R"(^\w+\-\w+\@\.com$)"), R"(^\w+-\w+@\.com$)");
  EXPECT_EQ(repaired(R"([\_\-\!])"), R"([_\-!])");
}

TEST(Pattern, GetsABackslashBeforeAHyphenBesideAClass) {
  EXPECT_EQ(repaired(R"(^[\w-.]+$)"), R"(^[\w\-.]+$)");
  EXPECT_EQ(repaired(R"([a-\d])"), R"([a\-\d])");
  EXPECT_EQ(repaired(R"([\@-\d\_])"), R"([@\-\d_])");
  EXPECT_EQ(check_pattern(R"([\w-a-z])").state, PatternState::invalid);  // ambiguous
}

TEST(Pattern, IsValidOnceRepaired) {
  for (const char* pattern : {R"(\-)", R"([\w-.])", R"([\w-\@])", R"([\d-\w-])"}) {
    EXPECT_EQ(check_pattern(repaired(pattern)).state, PatternState::valid) << pattern;
  }
}

TEST(Pattern, OfAnyDepthIsReadWithoutRecursion) {
  constexpr std::size_t kDepth = 1'000'000;
  EXPECT_EQ(check_pattern(std::string(kDepth, '(')).state, PatternState::invalid);
  EXPECT_EQ(check_pattern(std::string(kDepth, '(') + std::string(kDepth, ')')).state, PatternState::valid);
}

}  // namespace
}  // namespace workbench::schema_repair
