#include "json/empty_containers.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;

std::string with_empty_objects(const std::string& object, int depth) {
  return std::string(json::with_empty_objects(Json(object), depth).text());
}

TEST(EmptyContainers, AreKnownWhateverTheirBlanks) {
  for (const char* text : {"[]", "[ ]", "[\r\n\t ]"}) EXPECT_TRUE(json::is_empty_array(text)) << text;
  for (const char* text : {"{}", "{ }"}) EXPECT_TRUE(json::is_empty_object(text)) << text;
  for (const char* text : {"[0]", "[[]]", "{}", "null", "\"[]\"", "[", ""}) {
    EXPECT_FALSE(json::is_empty_array(text)) << text;
  }
}

TEST(EmptyContainers, AreObjectsWhereObjectsAreRequired) {
  EXPECT_EQ(json::as_object(Json(std::string("[ ]"))).text(), "{}");
  for (const char* text : {"[1]", "{\"a\":[]}", "null", "7"}) {
    EXPECT_EQ(json::as_object(Json(std::string(text))).text(), text);
  }
}

TEST(EmptyContainers, AreReplacedDownToALevel) {
  const std::string object = R"({"a":[], "b":{"c":[],"d":{"e":[]}} ,"f":[[]],"g":"[]"})";
  EXPECT_EQ(with_empty_objects(object, 1), R"({"a":{}, "b":{"c":[],"d":{"e":[]}} ,"f":[[]],"g":"[]"})");
  EXPECT_EQ(with_empty_objects(object, 2), R"({"a":{}, "b":{"c":{},"d":{"e":[]}} ,"f":[[]],"g":"[]"})");
  const Json untouched(std::string(R"({"a":{},"b":[1]})"));
  EXPECT_EQ(json::with_empty_objects(untouched, 3).text().data(), untouched.text().data());
}

}  // namespace
