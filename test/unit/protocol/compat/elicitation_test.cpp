#include "protocol/compat/elicitation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;

Result<Json> for_legacy(const std::string& params, Revision revision = Revision::v2025_11_25,
                        const char* method = "elicitation/create") {
  return params_for_legacy_client({method, Json(params)}, revision, 3);
}

std::string legacy(const std::string& params, Revision revision = Revision::v2025_11_25,
                   const char* method = "elicitation/create") {
  const Json written = *for_legacy(params, revision, method);
  return std::string(written.text());
}

std::string modern(const std::string& params) {
  const Json written = params_for_modern_client({"elicitation/create", Json(params)});
  return std::string(written.text());
}

TEST(AnInputRequest, LosesWhatBelongsToTheConnectionOfItsServer) {
  EXPECT_EQ(modern(R"({"message":"m","_meta":{"progressToken":1},"elicitationId":"e"})"), R"({"message":"m"})");
  EXPECT_EQ(modern(R"({"message":"m","_meta":{"progressToken":1,"a": 1.0}})"), R"({"message":"m","_meta":{"a":1.0}})");
  EXPECT_EQ(legacy(R"({"message":"m","_meta":{"progressToken":1}})"), R"({"message":"m"})");
}

TEST(AnInputRequest, WithoutSuchMembersPassesToTheByte) {
  EXPECT_EQ(modern(R"({ "message" : "m" , "_meta" : {} })"), R"({ "message" : "m" , "_meta" : {} })");
  EXPECT_EQ(legacy(R"({ "messages" : [ 1.0 ] })", Revision::v2025_06_18, "sampling/createMessage"),
            R"({ "messages" : [ 1.0 ] })");
}

TEST(AnElicitationInUrlMode, HasAnIdForAClientWhoseRevisionHasThem) {
  EXPECT_EQ(legacy(R"({"mode":"url","url":"https://a/"})"),
            R"({"elicitationId":"mcp-workbench-3","mode":"url","url":"https://a/"})");
  EXPECT_EQ(legacy(R"({"mode":"url","elicitationId":"e"})"), R"({"mode":"url","elicitationId":"e"})");
  EXPECT_EQ(legacy(R"({"message":"m"})"), R"({"message":"m"})") << "a form has none";
}

TEST(AForm, HasItsTitledChoicesInTheOlderFormForAnOlderClient) {
  const std::string form =
      R"({"message":"m","requestedSchema":{"type":"object","properties":{"c":{"type":"string","oneOf":)"
      R"([{"const":"a","title":"A"},{"const":"b"}]},"n":{"type":"number","minimum":1.0}}}})";
  EXPECT_EQ(legacy(form, Revision::v2025_06_18),
            R"({"message":"m","requestedSchema":{"type":"object","properties":{"c":{"type":"string","enum":["a","b"],)"
            R"("enumNames":["A","b"]},"n":{"type":"number","minimum":1.0}}}})");
  EXPECT_EQ(legacy(form), form);
}

TEST(AForm, WithAChoiceOfSeveralCannotBeGivenToAnOlderClient) {
  const std::string form = R"({"requestedSchema":{"properties":{"c":{"type":"array"}}}})";
  const auto older = for_legacy(form, Revision::v2025_06_18);
  ASSERT_FALSE(older.has_value());
  EXPECT_THAT(older.error().message, HasSubstr("'c' is a choice of several"));
  EXPECT_TRUE(for_legacy(form).has_value());
}

}  // namespace
