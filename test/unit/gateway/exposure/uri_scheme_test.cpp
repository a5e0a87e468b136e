#include "gateway/exposure/uri_scheme.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;

TEST(ASchemeOfAUri, IsComparedWithoutItsCase) {
  EXPECT_EQ(gateway::scheme_of("file:///README.md"), "file");
  EXPECT_EQ(gateway::scheme_of("KBInfo-a://KB/x"), "kbinfo-a");
  EXPECT_EQ(gateway::scheme_of("a.b+c1:x:y"), "a.b+c1");
  EXPECT_EQ(gateway::scheme_of("x:"), "x");
}

TEST(ASchemeOfAUri, IsThatOfATemplateOnlyIfItIsLiteral) {
  EXPECT_EQ(gateway::scheme_of("notes:{id}"), "notes");
  EXPECT_EQ(gateway::scheme_of("{+uri}"), "");
  EXPECT_EQ(gateway::scheme_of("note{kind}://{id}"), "");
}

TEST(ASchemeOfAUri, IsAbsentWhereTheTextDoesNotBeginWithOne) {
  for (const char* text : {"", ":", "://x", "readme", "/a:b", "1a:b", " a:b", "a b:c", "\xC3\xA4:b"}) {
    EXPECT_EQ(gateway::scheme_of(text), "") << text;
  }
}

TEST(ASchemeOfAUri, IsNoLongerThanItsLimit) {
  const std::string longest(gateway::kMaxSchemeBytes, 'a');
  EXPECT_EQ(gateway::scheme_of(longest + ":x"), longest);
  EXPECT_EQ(gateway::scheme_of(longest + "a:x"), "");
}

}  // namespace
