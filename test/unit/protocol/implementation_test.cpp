#include "protocol/implementation.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;

TEST(OurImplementation, HasATitleForRevisionsThatHaveTitles) {
  JsonWriter with;
  JsonWriter without;
  protocol::write_implementation(with, true);
  protocol::write_implementation(without, false);
  const std::string version = R"("version":")" + std::string(protocol::version()) + R"("})";
  EXPECT_EQ(with.text(), R"({"name":"mcp-workbench","title":"MCP Workbench",)" + version);
  EXPECT_EQ(without.text(), R"({"name":"mcp-workbench",)" + version);
}

TEST(AnImplementation, IsReadAsFarAsItHasTheRightTypes) {
  const ClientInfo whole = protocol::read_client_info(Json(R"({"name":"c","version":"1","title":"C"})"));
  EXPECT_EQ(whole.name, "c");
  EXPECT_EQ(whole.version, "1");
  const ClientInfo wrong = protocol::read_client_info(Json(R"({"name":7})"));
  EXPECT_EQ(wrong.name, "");
  EXPECT_EQ(wrong.version, "");
}

}  // namespace
