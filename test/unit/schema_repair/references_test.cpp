#include <gmock/gmock.h>

#include <chrono>

#include "repair_fixture.hpp"

namespace {

using testing::ElementsAre;
using testing::EndsWith;

void expect_untouched(const std::string& schema) {
  EXPECT_EQ(repair_input(schema).text, schema);
}

TEST(References, WithATargetAreKept) {
  expect_untouched(R"({"type":"object","properties":{"a":{"$ref":"#"}}})");
  expect_untouched(R"({"type":"object","$defs":{"a b":{},"c/d":{},"e~f":{}},"allOf":[{"$ref":"#/$defs/a%20b"},)"
                   R"({"$ref":"#/$defs/c~1d"},{"$ref":"#/$defs/e~0f"},{"$ref":"#/allOf/0"}]})");
  expect_untouched(R"({"type":"object","$defs":{"x":{"$anchor":"X"}},"not":{"$ref":"#X"}})");
  expect_untouched(R"({"type":"object","definitions":{"x":{"$id":"#X"}},"not":{"$ref":"#X"}})");
  expect_untouched(R"({"type":"object","components":{"schemas":{"X":{}}},"not":{"$ref":"#/components/schemas/X"}})");
}

TEST(References, AreRelativeToTheEnclosingSchemaWithAnId) {
  expect_untouched(
      R"({"type":"object","properties":{"a":{"$id":"http://a","$defs":{"q":{}},"items":{"$ref":"#/$defs/q"}}}})");
  expect_untouched(
      R"({"type":"object","not":{"$ref":"http://a#/$defs/q"},"properties":{"a":{"$id":"http://a","$defs":{"q":{}}}}})");
  EXPECT_THAT(repair_input(R"({"type":"object","$defs":{"q":{}},"not":{"$id":"http://a","$ref":"#/$defs/q"}})").error,
              EndsWith(R"(inputSchema.not.$ref refers to "#/$defs/q", which does not exist)"));
}

TEST(References, WithoutATargetAreRemovedWhereThatAllowsMore) {
  for (const char* reference : {"#/$defs/x", "#/type/x", "#X", "#/allOf/2", "#/allOf/00", "#/%zz"}) {
    const std::string member = std::string(R"("$ref":")") + reference + "\"";
    EXPECT_EQ(repair_input(R"({"type":"object","allOf":[{},{)" + member + "}]}").text,
              R"({"type":"object","allOf":[{},{}]})")
        << reference;
    EXPECT_THAT(repair_input(R"({"type":"object","oneOf":[{},{)" + member + "}]}").error,
                EndsWith("which does not exist"))
        << reference;
  }
  EXPECT_EQ(repair_property(R"({"$ref":7})").text, "{}");
  EXPECT_THAT(repair_property(R"({"not":{"$ref":7}})").error,
              EndsWith("inputSchema.properties.a.not.$ref is not a string"));
}

TEST(References, ThatAreMeantFromASchemaInsideAreWrittenFromTheRoot) {
  EXPECT_EQ(repair_property(R"({"$ref":"#/$defs/N","$defs":{"N":{"type":"object"}}})").text,
            R"({"$ref":"#/properties/a/$defs/N","$defs":{"N":{"type":"object"}}})");
  EXPECT_EQ(
      repair_property(R"({"items":{"anyOf":[{"$ref":"#/definitions/a~1b%20c"}]},"definitions":{"a/b c":{}}})").text,
      R"({"items":{"anyOf":[{"$ref":"#/properties/a/definitions/a~1b%20c"}]},"definitions":{"a/b c":{}}})");
  const std::string inner = R"({"$defs":{"N":{"title":"inner"}},"properties":{"x":{"$ref":"#/$defs/N"}}})";
  EXPECT_EQ(repair_property(R"({"$defs":{"N":{"title":"outer"}},"items":)" + inner + "}").text,
            R"({"$defs":{"N":{"title":"outer"}},"items":{"$defs":{"N":{"title":"inner"}},)"
            R"("properties":{"x":{"$ref":"#/properties/a/items/$defs/N"}}}})")
      << "the innermost is meant";
  EXPECT_EQ(
      repair_input(R"({"type":"object","$defs":{"N":{}},"properties":{"a":{"$ref":"#/$defs/N","$defs":{"N":{}}}}})")
          .text,
      R"({"type":"object","$defs":{"N":{}},"properties":{"a":{"$ref":"#/$defs/N","$defs":{"N":{}}}}})")
      << "what exists at the root is meant";
}

TEST(References, ToAValueThatIsNotASchemaCannotBeRepaired) {
  EXPECT_THAT(repair_input(R"({"type":"object","x":[1],"not":{"$ref":"#/x"}})").error,
              EndsWith("inputSchema.x is not a schema, which is an object or a boolean"));
}

TEST(References, HaveTheirTargetsRepaired) {
  EXPECT_EQ(repair_input(R"({"type":"object","x":{"type":"STRING"},"not":{"$ref":"#/x"}})").text,
            R"({"type":"object","x":{"type":"string"},"not":{"$ref":"#/x"}})");
}

TEST(References, ToDataAreKeptAndRemarkedOn) {
  for (const char* reference : {"#/default", "#/default/a/b"}) {
    const std::string schema =
        std::string(R"({"type":"object","default":{"a":{"type":7}},"not":{"$ref":")") + reference + R"("}})";
    const Outcome outcome = repair_input(schema);
    EXPECT_EQ(outcome.text, schema);
    EXPECT_THAT(outcome.notes, ElementsAre(std::string("inputSchema.not.$ref refers to \"") + reference +
                                           "\", which is data and not checked"));
  }
}

TEST(References, ToThemselvesCannotBeRepaired) {
  EXPECT_THAT(repair_property(R"({"$ref":"#/properties/a"})").error, EndsWith("refers to nothing but itself"));
  EXPECT_THAT(repair_input(R"({"type":"object","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})").error,
              EndsWith("refers to nothing but itself"));
  expect_untouched(R"({"type":"object","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"items":{"$ref":"#/$defs/a"}}}})");
}

TEST(References, ToAnotherDocumentAreRemarkedOnInAnInputSchema) {
  const std::string schema = R"({"$ref":"https://example.com/a.json#/x"})";
  const Outcome outcome = repair_property(schema);
  EXPECT_EQ(outcome.text, schema);
  EXPECT_THAT(outcome.notes, ElementsAre("inputSchema.properties.a.$ref refers to another document, "
                                         "\"https://example.com/a.json#/x\", which is not fetched"));
}

TEST(References, ThatAreDynamicMustStayWithinTheSchema) {
  expect_untouched(R"({"type":"object","$dynamicAnchor":"n","not":{"$dynamicRef":"#n"}})");
  EXPECT_EQ(repair_output(R"({"type":"object","not":{"$dynamicRef":"other#n"}})").text, "");
  EXPECT_EQ(repair_output(R"({"type":"object","not":{"$dynamicRef":""}})").text, "");
}

TEST(References, DoNotUseAnInvalidAnchor) {
  EXPECT_EQ(repair_property(R"({"$anchor":"","$dynamicAnchor":"1 x"})").text, "{}");
}

TEST(References, NeedUniqueNames) {
  EXPECT_THAT(repair_input(R"({"type":"object","allOf":[{"$id":"x"},{"$id":"x#"}]})").error,
              EndsWith("$id is the name of another schema already"));
  EXPECT_THAT(repair_input(R"({"type":"object","allOf":[{"$anchor":"x"},{"$anchor":"x"}]})").error,
              EndsWith("$anchor is the name of another schema already"));
  expect_untouched(
      R"({"type":"object","allOf":[{"$id":"a","items":{"$anchor":"x"}},{"$id":"b","items":{"$anchor":"x"}}]})");
}

TEST(References, TakeLinearTime) {
  std::string elements = "{}";
  for (int index = 1; index != 20'000; ++index) {
    elements += R"(,{"title":"one of many","$ref":"#/allOf/)" + std::to_string(index - 1) + R"("})";
  }
  const auto begin = std::chrono::steady_clock::now();
  expect_untouched(R"({"type":"object","allOf":[)" + elements + "]}");
  EXPECT_LT(std::chrono::steady_clock::now() - begin,
            std::chrono::seconds(10));  // in quadratic time it would be minutes
}

}  // namespace
