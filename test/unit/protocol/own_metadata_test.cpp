// What servers cannot say, because it is the workbench's own word.

#include "protocol/own_metadata.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench;

std::string without(const std::string& params) {
  const Json left = protocol::without_own_metadata(Json(params));
  return std::string(left.text());
}

TEST(OwnMetadata, IsTakenOutOfParamsAndAllElseStays) {
  EXPECT_EQ(without(R"({"_meta":{"mcp-workbench/approval":true,"x":1},"message":"m"})"),
            R"({"_meta":{"x":1},"message":"m"})");
}

TEST(OwnMetadata, IsTakenOutHoweverItIsWritten) {
  EXPECT_EQ(without(R"({"_meta":{"mcp\u002dworkbench\/approval":true}})"), R"({"_meta":{}})");
  EXPECT_EQ(without(R"({"_met\u0061":{"mcp-workbench/approval":true}})"), R"({"_meta":{}})");
  EXPECT_EQ(without(R"({"_meta":{"x":1},"_meta":{"mcp-workbench/a":1,"mcp-workbench/b":1}})"),
            R"({"_meta":{"x":1},"_meta":{}})");
}

TEST(OwnMetadata, IsAllThatChanges) {
  for (const char* params : {"", "{}", R"({"_meta":{"dev.mcp-workbench/clientInfo":1}})", R"({"_meta":1})",
                             R"({ "mcp-workbench/approval" : true })"}) {
    EXPECT_EQ(without(params), params);
  }
}

TEST(OwnMetadata, IsTakenOutOfEachInputRequestOfAResult) {
  const Json left = protocol::with_inputs_without_own_metadata(
      Json(R"({"inputRequests":{"a":{"method":"m","params":{"_meta":{"mcp-workbench/approval":true}}},)"
           R"("b":{"method":"roots/list"}},"requestState":"s"})"));
  EXPECT_EQ(left.text(), R"({"inputRequests":{"a":{"method":"m","params":{"_meta":{}}},"b":{"method":"roots/list"}},)"
                         R"("requestState":"s"})");
  const Json unchanged = protocol::with_inputs_without_own_metadata(Json(R"({ "content" : [] })"));
  EXPECT_EQ(unchanged.text(), R"({ "content" : [] })");
}

}  // namespace
