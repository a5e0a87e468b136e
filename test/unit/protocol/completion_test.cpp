#include "protocol/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "json/lookup.hpp"

namespace {

using namespace workbench;

std::string valid(const std::string& result) {
  const auto completion = protocol::valid_completion(Json(result));
  return completion ? std::string(completion->text()) : completion.error().message;
}

/// The raw member of the completion in a raw result.
std::string completed(const std::string& result, std::string_view name) {
  const Json value = json::member(json::member(Json(result), "completion"), name);
  return std::string(value.text());
}

std::string with_values(std::size_t count, const std::string& more = {}) {
  std::string values;
  for (std::size_t index = 0; index != count; ++index) {
    values += (index == 0 ? "\"" : ",\"") + std::to_string(index) + "\"";
  }
  return R"({"completion":{"values":[)" + values + "]" + more + "}}";
}

TEST(Completion, ThatIsValidStaysAsItIs) {
  for (const std::string& result : {with_values(0), with_values(100, R"(, "hasMore":true,"total":4000)"),
                                    std::string(R"({"_meta":{"a":1},"completion": {"values":["b"],"x":1.0} })")}) {
    EXPECT_EQ(valid(result), result);
  }
}

TEST(Completion, HasTheFirstHundredValues) {
  const std::string result = valid(with_values(101));
  EXPECT_EQ(json::elements(Json(completed(result, "values"))).size(), 100U);
  EXPECT_EQ(completed(result, "total"), "101");
  EXPECT_EQ(completed(result, "hasMore"), "true");
}

TEST(Completion, KeepsTheTotalThatItsServerKnows) {
  const std::string result = valid(with_values(250, R"(,"total":9000,"hasMore":false)"));
  EXPECT_EQ(completed(result, "total"), "9000");
  EXPECT_EQ(completed(result, "hasMore"), "true") << "there are, now";
}

TEST(Completion, HasTextsForValues) {
  const std::map<std::string, std::string> rows = {
      {R"({"values":["a",1,2.50,true,null,{"b":1},["c"]]})", R"({"values":["a","1","2.50","true"]})"},
      {R"({"values":{}})", R"({"values":[]})"},
      {R"({"values":null,"hasMore":false})", R"({"values":[],"hasMore":false})"},
      {R"({"values":["a"],"total":"1","hasMore":"no"})", R"({"values":["a"]})"},
      {R"({"values":["a"],"total":-1,"hasMore":null})", R"({"values":["a"]})"},
      {R"({"values":["a"],"total":1.5,"x":1})", R"({"values":["a"],"x":1})"},
      {R"({"values":["a"],"values":["b"]})", R"({"values":["a"]})"},
  };
  for (const auto& [completion, expected] : rows) {
    EXPECT_EQ(valid(R"({"completion":)" + completion + R"(,"_meta":{}})"),
              R"({"completion":)" + expected + R"(,"_meta":{}})");
  }
}

TEST(Completion, IsNoneWithoutValues) {
  for (const char* result : {"{}", R"({"completion":{}})", R"({"completion":["a"]})", R"({"completion":null})",
                             R"({"completion":{"values":"a"}})", R"({"completion":{"values":{"a":1}}})"}) {
    EXPECT_EQ(valid(result), "the server's result has no array \"completion.values\"") << result;
  }
}

}  // namespace
