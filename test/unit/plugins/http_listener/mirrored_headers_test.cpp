#include "mcp/mirrored_headers.hpp"

#include <gtest/gtest.h>

#include "json/scanner_json_access.hpp"

namespace workbench::http {
namespace {

const json::ScannerJsonAccess kJson{1000};

bool agree(const char* arguments, const Headers& headers) {
  static const Json kDefinition(
      R"({"name":"t","inputSchema":{"properties":{"count":{"type":"integer","x-mcp-header":"Count"}}}})");
  return check_parameter_headers(headers, kDefinition, Json(arguments), kJson).has_value();
}

TEST(AParameterHeader, IsComparedAsText) {
  EXPECT_TRUE(agree(R"({"count":7})", {{"Mcp-Param-Count", "7"}}));
  EXPECT_FALSE(agree(R"({"count":7})", {{"Mcp-Param-Count", "007"}}));
  EXPECT_FALSE(agree(R"({"count":7})", {{"Mcp-Param-Count", "7.0"}}));
  EXPECT_FALSE(agree(R"({"count":10})", {{"Mcp-Param-Count", "1e1"}}));
  EXPECT_TRUE(agree(R"({"count":9007199254740993})", {{"Mcp-Param-Count", "9007199254740993"}}));
  EXPECT_FALSE(agree(R"({"count":9007199254740993})", {{"Mcp-Param-Count", "9007199254740992"}}));
}

// The server could read another one than we compare.
TEST(AParameterHeader, MirrorsNoArgumentThatOccursTwice) {
  EXPECT_FALSE(agree(R"({"count":1,"count":2})", {{"Mcp-Param-Count", "1"}}));
  EXPECT_FALSE(agree(R"({"count":1,"count":2})", {{"Mcp-Param-Count", "2"}}));
  EXPECT_FALSE(agree(R"({"count":null,"count":2})", {}));
}

}  // namespace
}  // namespace workbench::http
