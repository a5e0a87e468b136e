#include "gateway/modes/dynamic_mode.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench;

TEST(ARegisteredDefinition, SaysWhereTheToolComesFromAndKeepsTheRestToTheByte) {
  EXPECT_EQ(
      gateway::registered_definition("dev__files__read", {"dev", "files", "read"},
                                     Json(R"({"inputSchema":{"type" : "object"},"name":"read","description":"Reads.",)"
                                          R"("execution":{"taskSupport":"optional"},"_meta":{"a":1.0},"x":1e2})")),
      R"({"name":"dev__files__read","description":"[dev/files] Reads.","inputSchema":{"type" : "object"},"x":1e2,)"
      R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read","a":1.0}})");
}

TEST(ARegisteredDefinition, DescribesAToolThatDoesNotDescribeItself) {
  EXPECT_EQ(gateway::registered_definition("dev__files__read", {"dev", "files", "read"},
                                           Json(R"({"name":"read","inputSchema":{}})")),
            R"({"name":"dev__files__read","description":"[dev/files] ","inputSchema":{},)"
            R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read"}})");
}

}  // namespace
