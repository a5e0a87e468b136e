#include <gmock/gmock.h>

#include "repair_fixture.hpp"

namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::SizeIs;
using testing::StartsWith;

TEST(Repair, ReturnsAValidDefinitionUnchanged) {
  const std::string definition =
      R"( {"name" : "t", "x-n":1.10, "inputSchema":{"type":"object","properties":{"a":{"type":["string","null"],)"
      R"("pattern":"^\\w+$","enum":["\u0061",null],"default":{"type":"nonsense","$ref":7}},"b":{"$ref":"#/$defs/B"}},)"
      R"("required":["a"],"$defs":{"B":{"items":{"minimum":1e400},"x-vendor":{"type":9}}},"additionalProperties":false},)"
      R"("outputSchema":{"type":"object"}})";
  EXPECT_EQ(repair(definition.substr(1)).text, definition.substr(1));
}

TEST(Repair, KeepsEverythingElseByteForByte) {
  EXPECT_EQ(
      repair("{ \"name\":\"t\" ,\t\"n\": 1.10, \"title\" : null, \"inputSchema\" : { \"x\" : \"\\u00e9\" } }").text,
      "{ \"name\":\"t\" ,\t\"n\": 1.10, \"inputSchema\" : {\"type\":\"object\", \"x\" : \"\\u00e9\" } }");
}

TEST(Repair, ChecksTheFirstOfDuplicatesAndKeepsTheOthers) {
  const std::string definition = R"({"name":"t","inputSchema":{"type":"object","type":7,"required":[],"required":1}})";
  EXPECT_EQ(repair(definition).text, definition);
}

TEST(Repair, ReadsKeysWithEscapes) {
  EXPECT_EQ(repair_input(R"({"\u0074ype":"object","requir\u0065d":null})").text, R"({"\u0074ype":"object"})");
}

TEST(Repair, NamesAToolThatIsLeftOut) {
  const std::string name = "very\\n" + std::string(200, 'x');
  EXPECT_THAT(repair(R"({"name":")" + name + R"(","inputSchema":7})").error,
              testing::AllOf(StartsWith(R"(the tool "very\nxxx)"), EndsWith("inputSchema is not an object")));
  EXPECT_THAT(repair(R"({"inputSchema":7})").error, StartsWith("the tool without a name is left out"));
}

TEST(Repair, LimitsTheNumberOfNotes) {
  std::string properties = R"("p0":{"type":"STRING"})";
  for (int index = 1; index != 1000; ++index) properties += ",\"p" + std::to_string(index) + R"(":{"type":"STRING"})";
  const Outcome outcome = repair_input(R"({"type":"object","properties":{)" + properties + "}}");
  EXPECT_THAT(outcome.notes, SizeIs(9));
  EXPECT_EQ(outcome.notes.back(), "and 992 more of this kind");
}

TEST(Repair, CountsTheNotesOfBothSchemasTogether) {
  const std::string schema = R"({"type":"object","allOf":[{"type":"NULL"},{"type":"NULL"},{"type":"NULL"},)"
                             R"({"type":"NULL"},{"type":"NULL"}]})";
  const Outcome outcome = repair(R"({"name":"t","inputSchema":)" + schema + R"(,"outputSchema":)" + schema + "}");
  EXPECT_THAT(outcome.notes, SizeIs(9));
  EXPECT_EQ(outcome.notes.back(), "and 2 more of this kind");
}

TEST(Repair, ShortensTheLocationOfADeepValue) {
  std::string schema = R"({"type":"ANY"})";
  for (int depth = 0; depth != 300; ++depth) schema = R"({"not":)" + schema + "}";
  EXPECT_EQ(repair_property(schema).error,
            std::string(kLeftOut) +
                "inputSchema.properties.a.not.not.not.(...).not.not.not.not.not.type is wrong inside of not, if or "
                "oneOf, where it cannot be left out");
}

/// A definition of this size that has something to repair.
std::string definition_of_size(std::size_t bytes) {
  std::string text = R"({"name":"t","inputSchema":{"type":"OBJECT","description":""}})";
  text.insert(text.size() - 3, std::string(bytes - text.size(), 'x'));
  return text;
}

TEST(Repair, KeepsADefinitionBeyondTheSizeLimitUnchanged) {
  const std::string definition = definition_of_size(workbench::schema_repair::kMaxDefinitionBytes + 1);
  const Outcome outcome = repair(definition);
  EXPECT_TRUE(outcome.text == definition);  // not EXPECT_EQ, which would print it
  EXPECT_THAT(outcome.notes, ElementsAre("the definition is larger than 1 MiB and not checked; clients may refuse it"));
  EXPECT_NE(repair(definition_of_size(workbench::schema_repair::kMaxDefinitionBytes)).text.find(R"("type":"object")"),
            std::string::npos);
}

TEST(ClientRequirements, AreDroppedByRevisionsFrom2026On) {
  using workbench::schema_repair::requirements_of;
  for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    EXPECT_TRUE(requirements_of(revision).requires_object_output) << revision;
  }
  EXPECT_FALSE(requirements_of("2026-07-28").requires_object_output);
}

TEST(RepairInPart, KeepsWhatCanBeRepairedByItself) {
  const auto in_part = [](const std::string& schema) {
    const workbench::Json definition(R"({"name":"t","inputSchema":)" + schema + R"(,"title":"T"})");
    const auto requirements = workbench::schema_repair::requirements_of("2025-11-25");
    EXPECT_FALSE(workbench::schema_repair::repair(definition, requirements).has_value()) << schema;
    const auto repaired = workbench::schema_repair::repair_in_part(definition, requirements);
    if (!repaired) return repaired.error().message;
    EXPECT_TRUE(repaired->was_changed);
    EXPECT_EQ(member_of(std::string(repaired->definition.text()), "title"), R"("T")");
    return member_of(std::string(repaired->definition.text()), "inputSchema");
  };
  EXPECT_EQ(
      in_part(R"({"type":"object","properties":{"a":{"type":"str"},"b":7,"c":{"not":{"type":"any"},)"
              R"("description":"C"}},"required":["a"],"additionalProperties":false})"),
      R"({"type":"object","properties":{"a":{"type":"string"},"b":{},"c":{"description":"C"}},"required":["a"]})");
  EXPECT_EQ(in_part(R"({"type":"object","$defs":{"a":{"$ref":"#/$defs/a"}},"required":[7]})"),
            R"({"type":"object","properties":{}})");
  EXPECT_EQ(in_part("7"), R"({"type":"object","properties":{}})");
  EXPECT_EQ(in_part(R"({"type":"string"})"), R"({"type":"object","properties":{}})");
}

TEST(RepairInPart, NamesTheFaultAlone) {
  const auto error = workbench::schema_repair::repair(workbench::Json(std::string(R"({"name":"t","inputSchema":7})")),
                                                      workbench::schema_repair::requirements_of("2025-11-25"));
  EXPECT_EQ(workbench::schema_repair::fault_in(error.error()), "inputSchema is not an object");
}

}  // namespace
