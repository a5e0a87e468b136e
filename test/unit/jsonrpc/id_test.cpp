#include "jsonrpc/id.hpp"

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>

namespace workbench::jsonrpc {
namespace {

Id id(const char* text) {
  return Id::from(Json(std::string(text)));
}

TEST(Id, IsEqualByTypeAndValue) {
  EXPECT_EQ(id("1"), id("1"));
  EXPECT_FALSE(id("1") == id("\"1\""));
  EXPECT_FALSE(id("1") == id("1.0"));
  EXPECT_FALSE(id("\"1\"") == id("1.0"));
  EXPECT_FALSE(id("\"a\"") == id("\"A\""));
}

TEST(Id, IsEqualWhateverItsEscapes) {
  EXPECT_EQ(id(R"("a")"), id(R"("\u0061")"));
  EXPECT_EQ(id(R"("/\"")"), id(R"("\/\u0022")"));
  EXPECT_EQ(id("\"\xC3\xA9\""), id(R"("\u00E9")"));
  EXPECT_FALSE(id(R"("\ud800")") == id(R"("\ud801")"));
  EXPECT_FALSE(id(R"("\u0031")") == id("1"));
}

TEST(Id, KeepsItsSpelling) {
  EXPECT_EQ(id(R"("\u0061")").raw(), R"("\u0061")");
  EXPECT_EQ(id("1.10").raw(), "1.10");
  EXPECT_EQ(id("123456789012345678901234567890").raw(), "123456789012345678901234567890");
}

TEST(Id, IsAbsentUnlessAStringOrANumber) {
  for (const char* text : {"null", "true", "{}", "[]"}) EXPECT_TRUE(id(text).is_absent()) << text;
  EXPECT_TRUE(Id::from(Json()).is_absent());
  EXPECT_TRUE(Id().is_absent());
  EXPECT_FALSE(id("\"\"").is_absent());
  EXPECT_FALSE(id("0").is_absent());
}

TEST(Id, OfARequestIsAStringOrAnInteger) {
  const auto is_valid = [](const char* text) {
    return jsonrpc::Id::from(Json(std::string(text))).is_string_or_integer();
  };
  for (const char* valid : {"1", "-7", "\"a\"", "\"1.5\"", "1.0", "1e3"}) EXPECT_TRUE(is_valid(valid)) << valid;
  for (const char* invalid : {"1.5", "15e-1", "null", "{}", "true"}) EXPECT_FALSE(is_valid(invalid)) << invalid;
}

TEST(Id, FindsItsWaitingCallByHash) {
  std::unordered_map<Id, int, Id::Hash> calls{{id(R"("a")"), 1}, {id("1"), 2}, {id("\"1\""), 3}};
  EXPECT_EQ(calls.at(id(R"("\u0061")")), 1);
  EXPECT_EQ(calls.at(id("\"1\"")), 3);
  EXPECT_EQ(calls.count(id("1.0")), 0U);
}

TEST(Id, TellsItsNumberIfItIsOneOfOurs) {
  EXPECT_EQ(Id(42).own_number(), 42U);
  EXPECT_EQ(id("18446744073709551615").own_number(), 18446744073709551615U);
  for (const char* text : {"18446744073709551616", "-1", "1.0", "1e2", "\"42\""}) {
    EXPECT_EQ(id(text).own_number(), 0U) << text;
  }
  EXPECT_EQ(Id().own_number(), 0U);
}

TEST(Id, FindsItsNumberInAnyFormThatMeansTheSame) {
  for (const char* text : {"7", "7.0", "7.000", "7e0", "0.7e1", "70E-1", R"("7")", R"("7.0")", R"("\u0037")"}) {
    EXPECT_EQ(id(text).own_number_in_any_form(), 7U) << text;
  }
  EXPECT_EQ(id("18446744073709551615").own_number_in_any_form(), 18446744073709551615U);
  for (const char* text : {"7.5", "-7", "-7.0", "0", "0.0", "1e400", "9007199254740994.0", R"("")", R"("7x")",
                           R"("x7")", R"(" 7")", R"("nan")", R"("inf")", R"("0x7")", "null", "{}", "[7]"}) {
    EXPECT_EQ(id(text).own_number_in_any_form(), 0U) << text;
  }
}

}  // namespace
}  // namespace workbench::jsonrpc
