#include "protocol/listing.hpp"

#include <gtest/gtest.h>

namespace {

using workbench::Json;
using namespace workbench::protocol;

TEST(ToolDefinition, IsReadAndKeptWhole) {
  const Json definition(R"({"name":"r\u0065ad","title":"Read","description":"Reads","x":1.0,)"
                        R"("annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":"yes"}})");
  const auto tool = read_tool(definition);
  ASSERT_TRUE(tool);
  EXPECT_EQ(tool->name, "read");
  EXPECT_EQ(tool->title, "Read");
  EXPECT_EQ(tool->description, "Reads");
  EXPECT_EQ(tool->annotations.read_only_hint, true);
  EXPECT_EQ(tool->annotations.destructive_hint, false);
  EXPECT_EQ(tool->annotations.idempotent_hint, std::nullopt);  // not a boolean
  EXPECT_EQ(tool->annotations.open_world_hint, std::nullopt);  // not there
  EXPECT_EQ(tool->definition.text(), definition.text());
}

TEST(ToolDefinition, WithoutANameIsRefused) {
  for (const char* definition : {R"({})", R"({"name":""})", R"({"name":7})", R"([])", R"("tool")"}) {
    EXPECT_FALSE(read_tool(Json(definition)).has_value()) << definition;
  }
}

TEST(ToolDefinition, ThatSaysItsNameTwiceIsRefused) {
  const auto tool = read_tool(Json(R"({"name":"a","name":"b"})"));
  ASSERT_FALSE(tool);
  EXPECT_EQ(tool.error().message, "a tool's definition says \"name\" twice");
}

TEST(AListKind, IsFoundByItsMethod) {
  for (const ListKind kind : kListKinds) EXPECT_EQ(listed_by(list_method(kind)), kind);
  EXPECT_EQ(listed_by("tools/call"), std::nullopt);
}

TEST(AListKind, OfTemplatesSharesCapabilityAndNotificationWithResources) {
  EXPECT_EQ(list_capability(ListKind::resource_templates), "resources");
  EXPECT_EQ(list_changed_method(ListKind::resource_templates), "notifications/resources/list_changed");
  EXPECT_EQ(list_member(ListKind::resource_templates), "resourceTemplates");
}

}  // namespace
