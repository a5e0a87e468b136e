#include "protocol/compat/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>

#include "json/lookup.hpp"

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const Json& json) {
  return std::string(json.text());
}

std::string for_legacy(const std::string& result) {
  const Json bridged = for_legacy_client(Json(result));
  return std::string(bridged.text());
}

TEST(AResultForALegacyClient, LosesWhatOnlyModernClientsKnow) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","content":[],"ttlMs":0,"cacheScope":"private"})"),
            R"({"content":[]})");
}

TEST(AResultForALegacyClient, KeepsTheRestToTheByte) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","content":[ {"n":1.0} ],"x":1e2,"x":2})"),
            R"({"content":[ {"n":1.0} ],"x":1e2,"x":2})");
}

TEST(AResultForALegacyClient, IsTheSameTextWhereThereIsNothingToLose) {
  EXPECT_EQ(for_legacy(R"({ "content" : [] , "_meta" : {"a":1} })"), R"({ "content" : [] , "_meta" : {"a":1} })");
}

TEST(AResultForALegacyClient, LosesTheServersNameAndKeepsItsOtherMeta) {
  EXPECT_EQ(for_legacy(R"({"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"},"a":1},"content":[]})"),
            R"({"content":[],"_meta":{"a":1}})");
}

TEST(AResultForALegacyClient, IsExactlyEmptyWhenNothingIsLeft) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"}}})"),
            "{}");
}

TEST(AResultForALegacyClient, HasAnObjectAsStructuredContent) {
  EXPECT_EQ(for_legacy(R"({"resultType":"complete","content":[],"structuredContent":[1.0,2]})"),
            R"({"content":[],"structuredContent":{"result":[1.0,2]}})");
  EXPECT_EQ(for_legacy(R"({"content":[],"structuredContent":null,"x":1})"),
            R"({"content":[],"x":1,"structuredContent":{"result":null}})");
  EXPECT_EQ(for_legacy(R"({"structuredContent":{ "result" : 1 },"content":[]})"),
            R"({"structuredContent":{ "result" : 1 },"content":[]})");
}

TEST(StructuredContent, ThatIsNotAnObjectBecomesTheMemberOfOne) {
  EXPECT_EQ(text_of(with_object_content(Json(R"({"structuredContent":"a","content":[]})"))),
            R"({"structuredContent":{"result":"a"},"content":[]})");
  EXPECT_EQ(text_of(with_object_content(Json(R"({ "structuredContent":{} })"))), R"({ "structuredContent":{} })");
  EXPECT_EQ(text_of(with_object_content(Json(R"({ "content":[] })"))), R"({ "content":[] })");
}

// --- for a client that is known by name ------------------------------------------------------------------------------

TEST(AResultForAPrincipal, IsNotSharedWithOthersByACache) {
  EXPECT_EQ(text_of(for_principal("resources/read", Json(R"({"cacheScope":"public","ttlMs":9,"contents":[]})"))),
            R"({"cacheScope":"private","ttlMs":9,"contents":[]})");
  EXPECT_EQ(text_of(for_principal("resources/read", Json(R"({"cacheScope":"private"})"))),
            R"({"cacheScope":"private"})");
  EXPECT_EQ(text_of(for_principal("tools/call", Json(R"({"cacheScope":"public"})"))), R"({"cacheScope":"public"})")
      << "that method has no such member, so it means something else";
}

// --- for a client of an older revision -------------------------------------------------------------------------------

TEST(Content, ThatTheClientsRevisionDoesNotHaveBecomesAText) {
  const Json result(
      R"({"content":[{"type":"text","text":"t"},{"type":"audio","mimeType":"audio/wav","data":""}],"n":1.0})");
  EXPECT_EQ(
      text_of(for_older_revision(result, Revision::v2024_11_05)),
      R"({"content":[{"type":"text","text":"t"},{"type":"text","text":"[audio of type audio/wav, which clients of )"
      R"(2024-11-05 cannot be given]"}],"n":1.0})");
  EXPECT_EQ(text_of(for_older_revision(result, Revision::v2025_03_26)), text_of(result));
  EXPECT_THAT(text_of(for_older_revision(
                  Json(R"({"messages":[{"role":"user","content":{"type":"resource_link","uri":"x:y"}}]})"),
                  Revision::v2025_03_26)),
              HasSubstr("link to the resource x:y"));
}

// --- for a modern client ---------------------------------------------------------------------------------------------

TEST(ALegacyServersResult, HasNoTypeForAModernClient) {
  const auto passed = [](const char* result) { return text_of(for_modern_client(Json(std::string(result)))); };
  EXPECT_EQ(passed(R"({ "content" : [] })"), R"({ "content" : [] })");
  EXPECT_EQ(passed(R"({"resultType":"complete","content":[]})"), R"({"resultType":"complete","content":[]})");
  for (const char* type : {R"("table")", R"("input_required")", R"("task")", "7", "null"}) {
    EXPECT_EQ(passed((R"({"resultType":)" + std::string(type) + R"(,"content":[ 1.0 ]})").c_str()),
              R"({"content":[ 1.0 ]})");
  }
}

std::string modern(const std::string& result, std::string_view method = "tools/call") {
  std::string text;
  const Message message = write_modern_result(jsonrpc::Id(1), method, Json(result));
  for (const auto& piece : message.pieces()) text.append(piece.text());
  return text;
}

constexpr const char* kInfo =
    R"("io.modelcontextprotocol/serverInfo":{"name":"mcp-workbench","title":"MCP Workbench","version":"0.2.0"})";

TEST(AModernResult, GetsWhatItLacks) {
  EXPECT_EQ(modern(R"({"content":[],"n":1.0})"),
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{)" + std::string(kInfo) +
                R"(},"content":[],"n":1.0}})");
  EXPECT_EQ(modern("{}"),
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{)" + std::string(kInfo) + "}}}");
}

TEST(AModernResult, KeepsWhatItHas) {
  const std::string whole =
      R"({"resultType":"complete","_meta":{"a":1.0,"io.modelcontextprotocol/serverInfo":{"name":"s"}},"content":[]})";
  EXPECT_EQ(modern(whole), R"({"jsonrpc":"2.0","id":1,"result":)" + whole + "}");
  EXPECT_THAT(modern(R"({"content":[],"_meta":{ "a":1.0 }})"),
              HasSubstr(R"("_meta":{)" + std::string(kInfo) + R"(, "a":1.0 }})"));
}

TEST(AModernResult, SaysHowLongItHoldsOnlyWhereItIsCompleteAndMayBeKept) {
  EXPECT_THAT(modern("{}", "resources/read"), HasSubstr(R"("ttlMs":0,"cacheScope":"private")"));
  EXPECT_THAT(modern(R"({"ttlMs":5})", "tools/list"), HasSubstr(R"("cacheScope":"private")"));
  EXPECT_THAT(modern(R"({"resultType":"input_required"})", "resources/read"), Not(HasSubstr("ttlMs")));
  EXPECT_THAT(modern("{}", "prompts/get"), Not(HasSubstr("ttlMs")));
}

struct Hints {
  const char* given;    ///< members of a result
  const char* written;  ///< the hints in it, whatever else there is

  friend std::ostream& operator<<(std::ostream& out, const Hints& row) { return out << row.given; }
};

class CacheHints : public testing::TestWithParam<Hints> {};

INSTANTIATE_TEST_SUITE_P(
    All, CacheHints,
    testing::Values(Hints{R"("ttlMs":5,"cacheScope":"public")", R"("ttlMs":5 "cacheScope":"public")"},
                    Hints{R"("ttlMs":0,"cacheScope":"private")", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("cacheScope":"public")", R"("ttlMs":0 "cacheScope":"public")"},
                    Hints{R"("ttlMs":-1)", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":-0)", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":-1e3)", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":1e3)", R"("ttlMs":1000 "cacheScope":"private")"},
                    Hints{R"("ttlMs":5.0)", R"("ttlMs":5 "cacheScope":"private")"},
                    Hints{R"("ttlMs":1500.7)", R"("ttlMs":1500 "cacheScope":"private")"},
                    Hints{R"("ttlMs":0.5)", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":1e300)", R"("ttlMs":86400000 "cacheScope":"private")"},
                    Hints{R"("ttlMs":99999999999999999999)", R"("ttlMs":86400000 "cacheScope":"private")"},
                    Hints{R"("ttlMs":1e999)", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":"5000")", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":null,"cacheScope":null)", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":true,"cacheScope":"shared")", R"("ttlMs":0 "cacheScope":"private")"},
                    Hints{R"("ttlMs":7,"cacheScope":"Public")", R"("ttlMs":7 "cacheScope":"private")"},
                    Hints{R"("ttlMs":7,"cacheScope":["public"])", R"("ttlMs":7 "cacheScope":"private")"},
                    Hints{R"("ttlMs":{},"cacheScope":"public")", R"("ttlMs":0 "cacheScope":"public")"}));

TEST_P(CacheHints, AreWhatTheSpecificationDemands) {
  for (const char* method : {"resources/read", "tools/list"}) {
    const std::string message = modern("{\"own\":1.0," + std::string(GetParam().given) + ",\"contents\":[]}", method);
    const Json result = json::member(Json(message), "result");
    constexpr std::array<std::string_view, 2> kNames{"ttlMs", "cacheScope"};
    std::array<Json, 2> found;
    EXPECT_FALSE(json::pick_members(result, kNames, found)) << "one of them is there twice: " << message;
    EXPECT_EQ("\"ttlMs\":" + text_of(found[0]) + " \"cacheScope\":" + text_of(found[1]), GetParam().written) << message;
    EXPECT_THAT(message, HasSubstr(R"("own":1.0)"));
    EXPECT_THAT(message, HasSubstr(R"("contents":[])"));
  }
}

TEST(ACacheHint, IsOnlyInCompleteResults) {
  const std::string required =
      modern(R"({"resultType":"input_required","requestState":"s","ttlMs":5,"cacheScope":"public"})", "resources/read");
  EXPECT_THAT(required, Not(HasSubstr("ttlMs")));
  EXPECT_THAT(required, Not(HasSubstr("cacheScope")));
  EXPECT_THAT(required, HasSubstr(R"("requestState":"s")"));
}

TEST(ACacheHint, IsAMemberLikeOthersWhereTheMethodHasNone) {
  EXPECT_THAT(modern(R"({"ttlMs":-1,"cacheScope":7,"content":[]})"), HasSubstr(R"("ttlMs":-1,"cacheScope":7)"));
}

TEST(AModernResult, HasAnObjectAsItsMeta) {
  for (const char* meta : {"null", "[]", "7", R"("x")"}) {
    const std::string message = modern(R"({"content":[ ],"_meta":)" + std::string(meta) + R"(,"n":1.0})");
    EXPECT_EQ(message, R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{)" + std::string(kInfo) +
                           R"(},"content":[ ],"n":1.0}})");
  }
}

}  // namespace
