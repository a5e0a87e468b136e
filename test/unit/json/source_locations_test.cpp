#include "json/source_locations.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::json {
namespace {

TEST(LineColumn, CountsLinesAndCharactersFromOne) {
  const std::string text =
      "ab\nc\xC3\xA9"
      "d\r\n\n";
  const auto place = [&text](std::size_t offset) {
    const json::LineColumn at = json::line_column(text, offset);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  EXPECT_EQ(place(0), "1:1");
  EXPECT_EQ(place(2), "1:3");
  EXPECT_EQ(place(3), "2:1");
  EXPECT_EQ(place(6), "2:3") << "the two bytes before it are one character";
  EXPECT_EQ(place(9), "3:1");
  EXPECT_EQ(place(1000), "4:1");
}

TEST(Path, QuotesNamesThatAreNotPlain) {
  EXPECT_EQ(json::path_member("$", "mcpServers"), "$.mcpServers");
  EXPECT_EQ(json::path_member("$", "_a-1"), "$._a-1");
  EXPECT_EQ(json::path_member("$.a", "my.server"), R"($.a["my.server"])");
  EXPECT_EQ(json::path_member("$", "1a"), R"($["1a"])");
  EXPECT_EQ(json::path_member("$", "-a"), R"($["-a"])");
  EXPECT_EQ(json::path_member("$", ""), R"($[""])");
  EXPECT_EQ(json::path_member("$", "a\"b"), R"($["a\"b"])");
  EXPECT_EQ(json::path_element("$.args", 10), "$.args[10]");
}

TEST(SourceLocations, KnowsWhereEverythingIs) {
  const std::string text = R"( {"toolboxes": {"dev": {"mcpServers": {"my.server": {"args": ["-y", [1]]}}}}, "x": 1} )";
  const json::SourceLocations locations(text);
  const auto at = [&](std::string_view path) {
    return text.substr(locations.offset_of(path).value_or(text.size()), 6);
  };
  EXPECT_EQ(locations.offset_of("$"), 1U);
  EXPECT_EQ(at("$.toolboxes"), R"("toolb)");
  EXPECT_EQ(at(R"($.toolboxes.dev.mcpServers["my.server"])"), R"("my.se)");
  EXPECT_EQ(at(R"($.toolboxes.dev.mcpServers["my.server"].args[0])"), R"("-y", )");
  EXPECT_EQ(at(R"($.toolboxes.dev.mcpServers["my.server"].args[1][0])"), "1]]}}}");
  EXPECT_EQ(at("$.x"), R"("x": 1)");
  EXPECT_EQ(locations.offset_of("$.y"), std::nullopt);
  EXPECT_TRUE(locations.duplicates().empty());
}

TEST(SourceLocations, FindsAMemberByItsDecodedName) {
  EXPECT_EQ(json::SourceLocations(R"({"\u0061":1})").offset_of("$.a"), 1U);
}

TEST(SourceLocations, ReportsDuplicatesInTheOrderOfTheText) {
  const json::SourceLocations locations(R"({"a":{"x":1,"x":2,"\u0078":3},"b":1,"a":{"x":1,"x":2}})");
  ASSERT_EQ(locations.duplicates().size(), 3U);
  EXPECT_EQ(locations.duplicates()[0].path, "$.a.x");
  EXPECT_EQ(locations.duplicates()[0].first_offset, 6U);
  EXPECT_EQ(locations.duplicates()[0].offset, 12U);
  EXPECT_EQ(locations.duplicates()[1].offset, 18U);
  EXPECT_EQ(locations.duplicates()[2].path, "$.a");
  EXPECT_EQ(locations.duplicates()[2].first_offset, 1U);
  EXPECT_EQ(locations.offset_of("$.a"), 1U);
}

TEST(SourceLocations, DoesNotTakeTheSameNameInTwoObjectsForADuplicate) {
  EXPECT_TRUE(json::SourceLocations(R"([{"a":1},{"a":2},{"b":{"a":3}}])").duplicates().empty());
}

TEST(SourceLocations, KnowsAScalarRoot) {
  EXPECT_EQ(json::SourceLocations(" 12 ").offset_of("$"), 1U);
}

}  // namespace
}  // namespace workbench::json
