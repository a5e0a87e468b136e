#include "json/scanner_json_access.hpp"

#include <gtest/gtest.h>

#include <string>

namespace workbench::json {
namespace {

const json::ScannerJsonAccess kAccess(4);

TEST(ScannerJsonAccess, ListsMembersInOrderWithDuplicates) {
  const auto members = kAccess.members(Json(R"({"b":1,"\u0061":[ 2 ],"b":{}})"));
  ASSERT_TRUE(members.has_value());
  ASSERT_EQ(members->size(), 3U);
  EXPECT_EQ((*members)[0].key, "b");
  EXPECT_EQ((*members)[1].key, "a");
  EXPECT_EQ((*members)[1].value.text(), "[ 2 ]");
  EXPECT_EQ((*members)[2].value.text(), "{}");
}

TEST(ScannerJsonAccess, ListsElementsInOrder) {
  const auto elements = kAccess.elements(Json(R"([1, "a,]" ,[2],{"x":3}])"));
  ASSERT_TRUE(elements.has_value());
  ASSERT_EQ(elements->size(), 4U);
  EXPECT_EQ((*elements)[1].text(), R"("a,]")");
  EXPECT_EQ((*elements)[3].text(), R"({"x":3})");
  EXPECT_TRUE(kAccess.elements(Json("[ ]"))->empty());
}

TEST(ScannerJsonAccess, RefusesAValueOfAnotherKind) {
  const Error error = kAccess.members(Json("[]")).error();
  EXPECT_EQ(error.kind, ErrorKind::invalid_argument);
  EXPECT_EQ(error.message, "Expected an object, received an array");
  EXPECT_EQ(kAccess.elements(Json("{}")).error().message, "Expected an array, received an object");
  EXPECT_EQ(kAccess.characters(Json("12")).error().message, "Expected a string, received a number");
  EXPECT_EQ(kAccess.characters(Json()).error().message, "Expected a string, received no value");
}

TEST(ScannerJsonAccess, ReadsAndWritesStrings) {
  EXPECT_EQ(*kAccess.characters(Json(R"("\u00e9\ud800")")), "\xC3\xA9\xEF\xBF\xBD");
  EXPECT_EQ(kAccess.quoted("a\"\xFF"), "\"a\\\"\xEF\xBF\xBD\"");
}

TEST(ScannerJsonAccess, ChecksATextFromOutside) {
  EXPECT_EQ(kAccess.checked(" \n{\"a\": 1}\t")->text(), "{\"a\": 1}");
  const Error error = kAccess.checked("[1,]").error();
  EXPECT_EQ(error.kind, ErrorKind::protocol);
  EXPECT_EQ(error.message, "Invalid JSON: expected a value, at byte 3");
  EXPECT_TRUE(kAccess.checked("[[[[]]]]").has_value());
  EXPECT_FALSE(kAccess.checked("[[[[[]]]]]").has_value());
}

}  // namespace
}  // namespace workbench::json
