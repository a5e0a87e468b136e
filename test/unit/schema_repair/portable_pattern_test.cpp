#include "schema_repair/portable_pattern.hpp"

#include <gtest/gtest.h>

namespace {

using workbench::schema_repair::is_portable_pattern;

TEST(APattern, IsPortableIfAllEnginesCompileIt) {
  for (const char* pattern :
       {"", "^a+$", R"(^\d{4}-\d{2}$)", R"([\w.-]+@[a-z]+)", "(?:a|b)", "(a)(b)", R"(\(?x\)?)", R"([(?!]])", R"(\\p)",
        R"([^\]])", R"(\x41\u0041\n)", R"(\/\-\.)", R"(\0)", "[[]", "a{2,3}?"}) {
    EXPECT_TRUE(is_portable_pattern(pattern)) << pattern;
  }
}

TEST(APattern, IsNotPortableWithWhatSomeEnginesLack) {
  for (const char* pattern :
       {"^(?!undefined$|null$)", "(?=a)", "(?<=a)b", "(?<!a)b", "(?<year>a)", R"(\p{L})", R"([\p{L}\p{N}_ .()-]+)",
        R"(\P{Cc})", R"(\u{1F600})", R"((a)\1)", R"(\k<year>)", R"(\cA)", "[]", "[^]", R"(a\)"}) {
    EXPECT_FALSE(is_portable_pattern(pattern)) << pattern;
  }
}

}  // namespace
