#include "workbench/dynamic_offer.hpp"

#include <gtest/gtest.h>

#include "jsonrpc/access.hpp"

namespace {

using namespace workbench;

std::string parts(std::string_view name) {
  const auto tool = split_registered_name(name);
  return tool ? tool->toolbox + "|" + tool->server + "|" + tool->tool : "none";
}

TEST(ARegisteredName, IsSplitAtItsFirstTwoSeparators) {
  EXPECT_EQ(parts("dev__filesystem__read_file"), "dev|filesystem|read_file");
  EXPECT_EQ(parts("test__server__my__special__tool"), "test|server|my__special__tool");
  EXPECT_EQ(parts("dev__files___hidden"), "dev|files|_hidden");
}

TEST(ARegisteredName, NeedsThreePartsThatAreNotEmpty) {
  EXPECT_EQ(parts("invalid"), "none");
  EXPECT_EQ(parts("dev__filesystem_read_file"), "none");
  EXPECT_EQ(parts("__filesystem__read_file"), "none");
  EXPECT_EQ(parts("dev____read_file"), "none");
  EXPECT_EQ(parts("dev__filesystem__"), "none");
}

TEST(ARegisteredDefinition, SaysWhereTheToolComesFromAndKeepsTheRestToTheByte) {
  const jsonrpc::Access json(1000);
  EXPECT_EQ(
      registered_definition({"dev", "files", "read"},
                            Json(R"({"inputSchema":{"type" : "object"},"name":"read","description":"Reads.",)"
                                 R"("execution":{"taskSupport":"optional"},"_meta":{"a":1.0},"x":1e2})"),
                            json),
      R"({"name":"dev__files__read","description":"[dev/files] Reads.","inputSchema":{"type" : "object"},"x":1e2,)"
      R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read","a":1.0}})");
}

TEST(ARegisteredDefinition, DescribesAToolThatDoesNotDescribeItself) {
  const jsonrpc::Access json(1000);
  EXPECT_EQ(registered_definition({"dev", "files", "read"}, Json(R"({"name":"read","inputSchema":{}})"), json),
            R"({"name":"dev__files__read","description":"[dev/files] ","inputSchema":{},)"
            R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read"}})");
}

}  // namespace
