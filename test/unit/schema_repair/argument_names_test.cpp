#include "schema_repair/argument_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace workbench;
using schema_repair::ArgumentNames;
using testing::AllOf;
using testing::MatchesRegex;
using testing::StartsWith;

std::string native_name(const std::string& own) {
  const ArgumentNames names = schema_repair::native_argument_names({own});
  return names.size() == 1 && names.begin()->second == own ? names.begin()->first : "none";
}

TEST(ANameOfAnArgument, IsKeptWhereApisAcceptIt) {
  for (const std::string& name : {std::string("a"), std::string("Page-Size_2.x"), std::string("-"), std::string("_"),
                                  std::string("1"), std::string(64, 'k')}) {
    EXPECT_TRUE(schema_repair::is_native_argument_name(name)) << name;
    EXPECT_EQ(native_name(name), "none") << name;
  }
}

TEST(ANameOfAnArgument, LosesTheCharactersThatApisRefuse) {
  const std::vector<std::pair<std::string, std::string>> names{{"$top", "top"},
                                                               {"StartTime<", "StartTime"},
                                                               {"rule_name[]", "rule_name"},
                                                               {"filter[id]", "filter_id"},
                                                               {"Account Number", "Account_Number"},
                                                               {"a/b", "a_b"},
                                                               {"@odata.type", "odata.type"},
                                                               {"_x:y", "_x_y"},
                                                               {"a\u4f1ab", "a_b"},
                                                               {"q\"", "q"},
                                                               {"k\\u{200B}", "k_u_200B"}};
  for (const auto& [own, shown] : names) {
    EXPECT_FALSE(schema_repair::is_native_argument_name(own)) << own;
    EXPECT_EQ(native_name(own), shown) << own;
  }
}

TEST(ANameOfAnArgument, OfWhichNothingIsLeftOrThatIsTooLongHasAFingerprint) {
  EXPECT_THAT(native_name("\u4f1a\u793e"), MatchesRegex("argument_[0-9a-f]{8}"));
  EXPECT_THAT(native_name(""), MatchesRegex("argument_[0-9a-f]{8}"));
  EXPECT_THAT(native_name(std::string(70, 'k')), MatchesRegex("k{55}_[0-9a-f]{8}"));
  EXPECT_NE(native_name("\u4f1a\u793e"), native_name("\u793e\u4f1a"));
}

TEST(NamesOfATool, StayApart) {
  const ArgumentNames names = schema_repair::native_argument_names({"ids", "ids[]", "$a", "a!", "$b"});
  ASSERT_EQ(names.size(), 4U);
  for (const auto& [name, own] : names) {
    EXPECT_TRUE(schema_repair::is_native_argument_name(name)) << name;
    EXPECT_THAT(name, own == "ids[]" ? StartsWith("ids_") : own == "$b" ? StartsWith("b") : StartsWith("a_")) << own;
  }
  EXPECT_EQ(schema_repair::native_argument_names({"x", "ids[]", "y", "ids"}).begin()->first,
            schema_repair::native_argument_names({"ids", "ids[]"}).begin()->first)
      << "a name does not depend on the place in the list";
}

TEST(ArgumentsByOwnNames, HaveTheRestToTheByte) {
  const ArgumentNames names{{"top", "$top"}, {"quoted", "a\"b"}};
  const auto sent = [&](const std::string& arguments) {
    const Json renamed = schema_repair::with_own_names(Json(arguments), names);
    return std::string(renamed.text());
  };
  EXPECT_EQ(sent(R"({"n":1.0,"top": 3 ,"n":2,"e":1e2,"quoted":"\u0061"})"),
            R"({"n":1.0,"$top":3,"n":2,"e":1e2,"a\"b":"\u0061"})");
  EXPECT_EQ(sent(R"({"t\u006fp":1})"), R"({"$top":1})");
  for (const std::string unchanged : {R"({ "n" : 1.0 })", R"({"x":{"top":1},"y":["top"]})", "{}", R"({"$top":1})",
                                      R"({"top":1,"$top":2})", "[1]", R"("top")"}) {
    EXPECT_EQ(sent(unchanged), unchanged);
  }
  EXPECT_TRUE(schema_repair::with_own_names(Json(), names).is_absent());
}

TEST(NamesInWords, NameBoth) {
  EXPECT_EQ(schema_repair::names_in_words({{"skip", "$skip"}, {"top", "$top"}}), R"("$skip" skip, "$top" top)");
}

}  // namespace
