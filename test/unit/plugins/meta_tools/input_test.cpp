#include "input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "json_access.hpp"

namespace {

using meta_tools::has_more_than;
using meta_tools::Input;
using meta_tools::kJson;
using meta_tools::short_text;
using workbench::Json;

Json string_of(const std::string& characters) {
  return Json("\"" + characters + "\"");
}

TEST(MetaToolInput, RefusesATextOfMoreCharactersThanItsLimit) {
  std::string accented;
  for (int count = 0; count < 1'000; ++count) accented += "\u00e9";
  EXPECT_EQ(short_text(string_of(accented), kJson), accented) << "characters are counted, not bytes";
  EXPECT_FALSE(short_text(string_of(accented + "e"), kJson));
  std::string escaped;
  for (int count = 0; count < 1'000; ++count) escaped += R"(\uD83D\uDE00)";
  EXPECT_TRUE(short_text(string_of(escaped), kJson));
  EXPECT_FALSE(short_text(string_of(escaped + escaped), kJson));
}

TEST(MetaToolInput, SaysWhichTextIsTooLong) {
  const Json arguments(R"({"find":")" + std::string(1'001, 'x') + R"("})");
  Input input(kJson, arguments, "", {"find"});
  EXPECT_EQ(input.characters("find"), "");
  EXPECT_EQ(input.error(), "Invalid parameters: find: Expected at most 1000 characters, received more");
}

TEST(MetaToolInput, SaysInWhichPartOfAnIdentifierTheTextIsTooLong) {
  const Json tool(R"({"toolbox":"dev","server":"s","tool":")" + std::string(1'001, 'x') + R"("})");
  const auto identifier = meta_tools::read_identifier(tool, "tool", kJson);
  ASSERT_FALSE(identifier);
  EXPECT_EQ(identifier.error().message,
            "Invalid parameters: tool.tool: Expected at most 1000 characters, received more");
}

TEST(MetaToolInput, IsCountedWithoutWhatIsInsideOfItsValues) {
  EXPECT_FALSE(has_more_than(1, Json("[]")));
  EXPECT_FALSE(has_more_than(1, Json(R"([{"a":[1,2,3],"b":"1,2\",,]"}])")));
  EXPECT_TRUE(has_more_than(1, Json(R"([{"a":[1,2,3]},"x"])")));
  EXPECT_FALSE(has_more_than(2, Json(R"({"a":1,"b":[1,2]})")));
  EXPECT_TRUE(has_more_than(2, Json(R"({"a":1,"b":[1,2],"c":"\\"})")));
}

}  // namespace
