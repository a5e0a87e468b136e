#include <gmock/gmock.h>

#include "repaired.hpp"

namespace {

using testing::ElementsAre;

TEST(OutputSchema, OfAnObjectStays) {
  const std::string schema = R"({"type":"object","properties":{"n":{"type":"number"}},"required":["n"]})";
  EXPECT_EQ(mend_output(schema).text, schema);
}

TEST(OutputSchema, ThatCannotBeCompiledIsLeftOutAndTheToolStays) {
  const Outcome outcome = mend_output(R"({"type":"object","properties":{"n":{"type":"float"}}})");
  EXPECT_EQ(outcome.text, "");
  EXPECT_EQ(outcome.error, "");
  EXPECT_THAT(outcome.notes,
              ElementsAre("outputSchema is left out: outputSchema.properties.n.type is \"float\", which is "
                          "no type of JSON Schema"));
}

TEST(OutputSchema, ThatIsNoObjectIsLeftOutForAll) {
  for (const char* schema : {"null", "true", "[]", R"("object")"}) {
    EXPECT_EQ(mend_output(schema, "2025-06-18").text, "") << schema;
    EXPECT_EQ(mend_output(schema, "2026-07-28").text, "") << schema;
  }
}

TEST(OutputSchema, OfAnotherTypeIsLeftOutForThoseWhoWantAnObject) {
  for (const char* schema : {R"({"type":"array"})", R"({"anyOf":[{"type":"object"},{"type":"null"}]})", "{}"}) {
    EXPECT_EQ(mend_output(schema, "2025-11-25").text, "") << schema;
    EXPECT_EQ(mend_output(schema, "2026-07-28").text, schema);
  }
}

TEST(OutputSchema, ThatSpeaksOfPropertiesIsOfTypeObject) {
  EXPECT_EQ(mend_output(R"({"properties":{}})").text, R"({"type":"object","properties":{}})");
  EXPECT_EQ(mend_output(R"({"type":["object","null"]})").text, R"({"type":"object"})");
  EXPECT_EQ(mend_output(R"({"properties":{}})", "2026-07-28").text, R"({"properties":{}})");
}

TEST(OutputSchema, IsMendedLikeAnInputSchema) {
  EXPECT_EQ(
      mend_output(R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"object","minProperties":"1"})").text,
      R"({"$schema":"http://json-schema.org/draft-07/schema#","type":"object","minProperties":1})");
}

TEST(OutputSchema, ThatRefersToAnotherDocumentIsLeftOut) {
  EXPECT_EQ(mend_output(R"({"type":"object","properties":{"a":{"$ref":"https://example.com/a"}}})").text, "");
}

}  // namespace
