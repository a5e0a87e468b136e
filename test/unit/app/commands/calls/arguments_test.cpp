// How words of a command line become the arguments of a tool.

#include "commands/calls/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* kSchema = R"json({
  "type":"object",
  "required":["path"],
  "properties":{
    "path":{"type":"string","description":"Where to read"},
    "count":{"type":"integer","default":3},
    "ratio":{"type":"number"},
    "deep":{"type":"boolean"},
    "mode":{"enum":["fast","slow"]},
    "limit":{"anyOf":[{"type":"integer"},{"type":"null"}]},
    "id":{"type":["string","integer"]},
    "any":{},
    "tags":{"type":"array","items":{"type":"string"}},
    "sizes":{"type":"array","items":{"type":"integer"}},
    "options":{"$ref":"#/$defs/Options"},
    "points":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}}}},
    "dotted.name":{"type":"boolean"}
  },
  "$defs":{"Options":{"type":"object","required":["name"],"additionalProperties":false,
    "properties":{"name":{"type":"string"},"verbose":{"type":"boolean"}}}}
})json";

BuiltArguments build(const std::vector<std::string>& words, const std::string& base = {}) {
  return build_arguments(SchemaView(Json(kSchema)), base.empty() ? Json() : Json(base), words);
}

/// The arguments that these words give beside the required one.
std::string built(const std::vector<std::string>& words) {
  BuiltArguments result = build(words, R"({"path":"p"})");
  EXPECT_THAT(result.errors, IsEmpty());
  return std::string(result.arguments.text());
}

std::vector<std::string> errors(const std::vector<std::string>& words) {
  return build(words, R"({"path":"p"})").errors;
}

TEST(Arguments, AreOfTheTypesThatTheSchemaHas) {
  EXPECT_EQ(built({"count=4", "ratio=1e3", "deep=true"}), R"({"path":"p","count":4,"ratio":1e3,"deep":true})");
}

TEST(Arguments, AStringStaysAStringWhateverItLooksLike) {
  EXPECT_EQ(built({"path=12"}), R"({"path":"12"})");
  EXPECT_EQ(built({"path=true"}), R"({"path":"true"})");
  EXPECT_EQ(built({R"(path={"a":1})"}), R"json({"path":"{\"a\":1}"})json");
  EXPECT_EQ(built({"path="}), R"({"path":""})");
  EXPECT_EQ(built({"path=a=b"}), R"({"path":"a=b"})");
}

TEST(Arguments, OfSeveralTypesGetTheOneThatFits) {
  EXPECT_EQ(built({"id=7"}), R"({"path":"p","id":7})");
  EXPECT_EQ(built({"id=seven"}), R"({"path":"p","id":"seven"})");
  EXPECT_EQ(built({"limit=null"}), R"({"path":"p","limit":null})");
}

TEST(Arguments, WithoutATypeAreJsonIfTheyAreJsonAndAStringOtherwise) {
  EXPECT_EQ(built({"any=[1,2]"}), R"({"path":"p","any":[1,2]})");
  EXPECT_EQ(built({"any=word"}), R"({"path":"p","any":"word"})");
}

TEST(Arguments, ListsGrowByBracketsAndAreReplacedByJson) {
  EXPECT_EQ(built({"tags[]=1", "tags[]=b"}), R"({"path":"p","tags":["1","b"]})");
  EXPECT_EQ(built({"sizes=[1, 2]", "sizes[]=3"}), R"({"path":"p","sizes":[1,2,3]})");
  EXPECT_EQ(built({"points[0].x=1", "points[0].x=2", "points[1].x=3"}), R"({"path":"p","points":[{"x":2},{"x":3}]})");
}

TEST(Arguments, OfObjectsAreSetByTheirPathThroughReferences) {
  EXPECT_EQ(built({"options.name=n", "options.verbose=false"}),
            R"({"path":"p","options":{"name":"n","verbose":false}})");
}

TEST(Arguments, MayHaveANameWithADot) {
  EXPECT_EQ(built({"dotted.name=true"}), R"({"path":"p","dotted.name":true})");
}

TEST(Arguments, OfJsonAreKeptToTheByteUnlessAWordReplacesThem) {
  const BuiltArguments result = build({"count=5"}, R"({"path":"\u0041","count":1.0,"unknown":1e1})");
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_EQ(result.arguments.text(), R"({"path":"\u0041","count":5,"unknown":1e1})");
}

TEST(Arguments, OfTheWrongTypeAreAnErrorThatNamesTheType) {
  EXPECT_THAT(errors({"count=many"}), ElementsAre("count must be of type integer"));
  EXPECT_THAT(errors({"count=1.5"}), ElementsAre("count must be of type integer"));
  EXPECT_THAT(errors({"deep=yes"}), ElementsAre("deep must be of type boolean"));
  EXPECT_THAT(errors({"sizes=3"}), ElementsAre(HasSubstr("sizes must be of type array of integer")));
  EXPECT_THAT(errors({"mode=medium"}), ElementsAre(R"(mode must be one of "fast", "slow")"));
}

TEST(Arguments, ThatAreMissingAreReportedWithTheirLineOfTheSchema) {
  EXPECT_THAT(build({}).errors, ElementsAre("missing: path (string, required): Where to read"));
  EXPECT_THAT(errors({"options.verbose=true"}), ElementsAre("missing: name (string, required)"));
}

TEST(Arguments, ThatTheToolDoesNotHaveAreReportedWithTheNearestName) {
  EXPECT_THAT(errors({"coutn=1"}), ElementsAre(HasSubstr(R"(did you mean "count"?)")));
  EXPECT_THAT(errors({"options.nam=x"}), UnorderedElementsAre(HasSubstr(R"(did you mean "name"?)")));
}

TEST(Arguments, AreKeysAndValues) {
  EXPECT_THAT(errors({"count", "=1", "tags[x]=1", "tags[5]=1", "tags[=1"}),
              ElementsAre("'count' is not of the form KEY=VALUE", "'=1' is not of the form KEY=VALUE", HasSubstr("[x]"),
                          HasSubstr("skips an element"), HasSubstr("\"[\" without a \"]\"")));
}

TEST(Arguments, OfAToolThatNamesNoneMayBeAny) {
  const BuiltArguments result = build_arguments(SchemaView(Json(R"({"type":"object"})")), {}, {"a=1", "b.c=x"});
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_EQ(result.arguments.text(), R"({"a":1,"b":{"c":"x"}})");
}

}  // namespace
}  // namespace workbench::app
