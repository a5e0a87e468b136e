#include "mcp/mirrored_headers.hpp"

#include <gtest/gtest.h>

#include <string>

#include "json/scanner_json_access.hpp"

namespace workbench::http {
namespace {

const json::ScannerJsonAccess kJson{1000};

bool agree(const std::string& arguments, const Headers& headers) {
  static const Json kDefinition(
      R"({"name":"t","inputSchema":{"properties":{"count":{"type":"integer","x-mcp-header":"Count"}}}})");
  return check_parameter_headers(headers, kDefinition, Json(arguments), kJson).has_value();
}

TEST(AParameterHeader, MayWriteAnIntegerInAnotherNotation) {
  for (const char* number : {"42", "42.0", "4.2e1", "420E-1"}) {
    EXPECT_TRUE(agree(R"({"count":42})", {{"Mcp-Param-Count", number}})) << number;
    EXPECT_TRUE(agree(std::string("{\"count\":") + number + "}", {{"Mcp-Param-Count", "42.0"}})) << number;
  }
  for (const char* number : {"43.0", "42.5", "042", "+42.0", "0x2a.0", "42.0x", " 42.0", "-42.0", "nan", ""}) {
    EXPECT_FALSE(agree(R"({"count":42})", {{"Mcp-Param-Count", number}})) << number;
  }
  EXPECT_FALSE(agree(R"({"count":"42"})", {{"Mcp-Param-Count", "42.0"}})) << "a text is no number";
}

TEST(AParameterHeader, IsComparedAsTextWhereAFloatingPointNumberIsNotExact) {
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
