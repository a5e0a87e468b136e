#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http-shared/header_value.hpp"
#include "http-shared/parameter_headers.hpp"
#include "json/scanner_json_access.hpp"
#include "mcp/tool_headers.hpp"

namespace workbench::http::transport {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const json::ScannerJsonAccess kJson{1000};

TEST(HeaderValue, IsPlainWhereThatIsSafe) {
  for (const char* text : {"", "us-west1", "a b\tc", "=?base64?", "x=?base64?eA==?=", "~!\"#"}) {
    EXPECT_EQ(encode_header_value(text), text);
  }
}

TEST(HeaderValue, IsEncodedWhereItWouldBeReadDifferently) {
  EXPECT_EQ(encode_header_value("Z\xC3\xBCrich"), "=?base64?WsO8cmljaA==?=");
  EXPECT_EQ(encode_header_value(" a"), "=?base64?IGE=?=");
  EXPECT_EQ(encode_header_value("a\t"), "=?base64?YQk=?=");
  EXPECT_EQ(encode_header_value("a\r\nX: y"), "=?base64?YQ0KWDogeQ==?=");
  EXPECT_EQ(encode_header_value("=?base64?eA==?="), "=?base64?PT9iYXNlNjQ/ZUE9PT89?=");
}

TEST(HeaderValue, IsDecodedStrictly) {
  EXPECT_EQ(decode_header_value("plain text"), "plain text");
  EXPECT_EQ(decode_header_value("=?base64?w6k=?="), "\u00e9");
  EXPECT_EQ(decode_header_value("=?base64?"
                                "?="),
            "");
  for (const char* wrong : {"=?base64?w6k?=", "=?base64?w6l=?=", "=?base64?w6=k?=", "=?base64?w6k-?=", "\xc3\xa9"}) {
    EXPECT_EQ(decode_header_value(wrong), std::nullopt) << wrong;
  }
}

Result<std::vector<ParameterHeader>> headers_of(const std::string& schema) {
  return read_parameter_headers(kJson, Json("{\"name\":\"t\",\"inputSchema\":" + schema + "}"));
}

std::string fault_of(const std::string& schema) {
  const auto headers = headers_of(schema);
  return headers ? "" : headers.error().message;
}

TEST(ParameterHeaders, AreFoundThroughProperties) {
  const auto headers = headers_of(R"({"type":"object","properties":{
    "region":{"type":"string","x-mcp-header":"Region"},
    "where":{"type":"object","properties":{"zone":{"x-mcp-header":"Zone","type":"integer"}}},
    "free":{"type":"string"}}})");
  ASSERT_TRUE(headers) << headers.error().message;
  ASSERT_EQ(headers->size(), 2U);
  EXPECT_EQ((*headers)[0].name, "Region");
  EXPECT_THAT((*headers)[0].path, ElementsAre("region"));
  EXPECT_EQ((*headers)[1].name, "Zone");
  EXPECT_THAT((*headers)[1].path, ElementsAre("where", "zone"));
}

TEST(ParameterHeaders, MustHaveAValidHeaderName) {
  for (const char* name : {"\"\"", "\"a b\"", "\"a:b\"", "\"a\\r\\nb\"", "\"\\u00e9\"", "7", "null"}) {
    EXPECT_NE(fault_of(R"({"properties":{"p":{"type":"string","x-mcp-header":)" + std::string(name) + "}}}"), "")
        << name;
  }
}

TEST(ParameterHeaders, MustHaveAPrimitiveType) {
  for (const char* type : {"\"number\"", "\"object\"", "\"array\"", "\"null\"", "[\"string\"]"}) {
    EXPECT_THAT(fault_of(R"({"properties":{"p":{"x-mcp-header":"P","type":)" + std::string(type) + "}}}"),
                HasSubstr("\"p\" is on a parameter whose type is not string, integer or boolean"))
        << type;
  }
  EXPECT_NE(fault_of(R"({"properties":{"p":{"x-mcp-header":"P"}}})"), "");
}

TEST(ParameterHeaders, MustDifferInMoreThanCase) {
  EXPECT_THAT(fault_of(R"({"properties":{"a":{"type":"string","x-mcp-header":"Key"},
                                         "b":{"type":"string","x-mcp-header":"KEY"}}})"),
              HasSubstr("names the same header"));
}

TEST(ParameterHeaders, MustBeReachedThroughPropertiesOnly) {
  const std::string marked = R"({"type":"string","x-mcp-header":"P"})";
  for (const std::string& schema : std::vector<std::string>{
           "{\"items\":" + marked + "}", "{\"oneOf\":[" + marked + "]}", "{\"not\":" + marked + "}",
           "{\"$defs\":{\"d\":" + marked + "}}",
           "{\"properties\":{\"a\":{\"items\":{\"properties\":{\"b\":" + marked + "}}}}}",
           "{\"if\":{\"properties\":{\"a\":" + marked + "}}}", "{\"additionalProperties\":" + marked + "}",
           "{\"patternProperties\":{\"x\":" + marked + "}}", marked}) {
    EXPECT_NE(fault_of(schema), "") << schema;
  }
}

TEST(ParameterHeaders, AreIgnoredOutsideOfSchemas) {
  const auto headers = headers_of(R"({"properties":{
    "x-mcp-header":{"type":"string","default":{"x-mcp-header":1}},
    "b":{"enum":[{"x-mcp-header":1}],"oneOf":[{"properties":{"x-mcp-header":{"type":"string"}}}]}}})");
  ASSERT_TRUE(headers) << headers.error().message;
  EXPECT_TRUE(headers->empty());
}

// What is nested is read at each level. The tool would be left out of the list, as one with a wrong annotation is.
TEST(ParameterHeaders, AreNotSearchedForWithoutEnd) {
  constexpr int kDepth = 400;
  std::string schema;
  for (int i = 0; i != kDepth; ++i) schema += R"({"properties":{"a":)";
  schema += R"({"type":"string","x-mcp-header":"A","description":")" + std::string(8'000'000, 'x') + "\"}";
  for (int i = 0; i != kDepth; ++i) schema += "}}";
  const Json definition(R"({"name":"t","inputSchema":)" + schema + "}");
  const auto begin = std::chrono::steady_clock::now();

  const auto headers = read_parameter_headers(kJson, definition);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(500));
  ASSERT_FALSE(headers);
  EXPECT_THAT(headers.error().message, HasSubstr("is in a schema that is too large and too deep to be searched"));
}

TEST(ParameterHeaders, GetTheirValuesFromTheArguments) {
  const auto value = [](std::vector<std::string> path, const char* arguments) {
    return header_value_of(kJson, {"H", std::move(path)}, Json(arguments)).value_or("(none)");
  };
  EXPECT_EQ(value({"a"}, R"({"a":"x"})"), "x");
  EXPECT_EQ(value({"a"}, R"({"a":"\u00e9"})"), "=?base64?w6k=?=");
  EXPECT_EQ(value({"a"}, R"({"a":-12})"), "-12");
  EXPECT_EQ(value({"a"}, R"({"a":1.0e2})"), "100");
  EXPECT_EQ(value({"a"}, R"({"a":true})"), "true");
  EXPECT_EQ(value({"a", "b"}, R"({"a":{"b":"deep"}})"), "deep");
  for (const char* arguments : {"{}", R"({"a":null})", R"({"a":[]})", R"({"a":{}})"}) {
    EXPECT_EQ(value({"a"}, arguments), "(none)") << arguments;
  }
  EXPECT_FALSE(header_value_of(kJson, {"H", {"a"}}, Json()));
}

TEST(ToolHeaders, RemoveOnlyTheToolsWithInvalidAnnotations) {
  ToolHeaders headers(kJson, 10);
  const std::string good =
      R"({ "name":"good", "inputSchema":{"properties":{"r":{"type":"string","x-mcp-header":"R"}}}, "n": 1.0})";
  const std::string bad = R"({"name":"bad","inputSchema":{"properties":{"r":{"type":"number","x-mcp-header":"R"}}}})";
  const std::string plain = R"({"name":"plain","inputSchema":{"type":"object"}})";
  const auto learn = [&](const std::string& tools, std::vector<std::string>& dropped) {
    const Json message("{\"id\":1, \"result\": {\"x\":1e2,\"tools\":" + tools + ",\"nextCursor\":\"c\"} }");
    const Json result = message.part(message.text().substr(19, message.text().size() - 21));
    return headers.learn(message, result, dropped);
  };
  std::vector<std::string> dropped;
  const std::string kept = "[ " + good + " , " + plain + "]";
  EXPECT_EQ(learn(kept, dropped), "{\"id\":1, \"result\": {\"x\":1e2,\"tools\":" + kept + ",\"nextCursor\":\"c\"} }");
  EXPECT_TRUE(dropped.empty());
  EXPECT_EQ(learn("[" + bad + "," + good + ", " + bad + "," + plain + "]", dropped),
            "{\"id\":1, \"result\": {\"x\":1e2,\"tools\":[" + good + "," + plain + "],\"nextCursor\":\"c\"} }");
  ASSERT_EQ(dropped.size(), 2U);
  EXPECT_THAT(dropped[0], HasSubstr("the tool 'bad' is left out"));
  HeaderList appended;
  for (const char* tool : {"good", "plain", "bad"}) {
    headers.append_parameters(tool, Json(R"({"r":"x"})"), appended);
  }
  EXPECT_EQ(appended, (HeaderList{{"Mcp-Param-R", "x"}}));
}

}  // namespace
}  // namespace workbench::http::transport
