#include "protocol/compat/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;

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
    R"("io.modelcontextprotocol/serverInfo":{"name":"mcp-workbench","title":"MCP Workbench","version":"0.1.0"})";

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

}  // namespace
