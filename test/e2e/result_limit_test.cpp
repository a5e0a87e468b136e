// maxResultTokens: results that are longer are returned by pages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kLimit = R"("maxResultTokens":100)";

/// A server whose tools return at most 400 bytes of text at once.
std::string limited_server() {
  return dev_toolbox(fake_server("files", {}, kLimit));
}

struct LimitedClient : WorkbenchClient {
  explicit LimitedClient(const std::vector<std::string>& options = {}, std::string_view revision = "2025-11-25")
      : WorkbenchClient(limited_server(), options) {
    initialized = initialize(revision);
    open("dev");
  }
  /// A result with `text`, as the client gets it.
  std::string use_for(const std::string& text, const std::string& more = {}) {
    return use("dev", "files", "raw_result",
               R"({"result":{"content":[{"type":"text","text":)" + test_support::quoted(text) + "}]" + more + "}}");
  }
  std::string initialized;
};

std::string uri_in(const std::string& result) {
  return characters(member(elements(member(result, "content")).at(1), "uri"));
}

std::string numbered_lines(int count) {
  std::string text;
  for (int line = 1; line <= count; ++line) text += "line " + std::to_string(line) + "\n";
  return text;
}

TEST(MaxResultTokens, ReturnsAShortResultToTheByte) {
  LimitedClient client;
  const std::string result = R"({"content" : [{"type":"text","text":"a\u0062"}],"later":1.0})";
  EXPECT_EQ(client.use("dev", "files", "raw_result", "{\"result\":" + result + "}"), result);
}

TEST(MaxResultTokens, ReturnsTheFirstPageOfALongResultAndTheOthersByReadResult) {
  LimitedClient client;
  const std::string text = numbered_lines(120);
  const std::string result = client.use_for(text);
  EXPECT_THAT(first_text(result), AllOf(StartsWith(text.substr(0, 400) + "\n[Page 1 of 3"), HasSubstr("read_result")));
  const std::string uri = uri_in(result);
  const std::string second = client.call_text("read_result", "{\"uri\":" + test_support::quoted(uri) + ",\"page\":2}");
  EXPECT_THAT(second, StartsWith(text.substr(400, 400) + "\n[Page 2 of 3. To read on: read_result {\"uri\":\"" + uri));
  const std::string last = client.call_text("read_result", "{\"uri\":" + test_support::quoted(uri) + ",\"page\":3}");
  EXPECT_EQ(last, text.substr(800) + "\n[Page 3 of 3, the last one.]");
}

TEST(MaxResultTokens, FindsLinesOfALongResult) {
  LimitedClient client;
  const std::string uri = uri_in(client.use_for(numbered_lines(120)));
  EXPECT_EQ(client.call_text("read_result", "{\"uri\":" + test_support::quoted(uri) + R"(,"find":"LINE 9"})"),
            "page 1: line 9\npage 2: line 90\npage 2: line 91\npage 2: line 92\npage 2: line 93\npage 2: line 94\n"
            "page 2: line 95\npage 2: line 96\npage 2: line 97\npage 2: line 98\npage 2: line 99\n");
  EXPECT_THAT(client.call_text("read_result", "{\"uri\":" + test_support::quoted(uri) + R"(,"find":"line"})"),
              HasSubstr(" more lines; search for something rarer]"));
  EXPECT_EQ(client.call_text("read_result", "{\"uri\":" + test_support::quoted(uri) + R"(,"find":"nowhere"})"),
            "No line of the result contains this text.");
}

TEST(MaxResultTokens, MakesTheWholeAResource) {
  LimitedClient client;
  EXPECT_EQ(member(client.initialized, "capabilities.resources"), "{}");
  const std::string text = numbered_lines(100);
  const std::string uri = uri_in(client.use_for(text));
  const std::string read = client.request("resources/read", "{\"uri\":" + test_support::quoted(uri) + "}");
  EXPECT_EQ(characters(member(elements(member(read, "contents")).at(0), "text")), text);
  EXPECT_EQ(member(client.request("resources/list", "{}"), "resources"), "[]");
  EXPECT_THAT(client.request("resources/subscribe", "{\"uri\":" + test_support::quoted(uri) + "}"),
              HasSubstr("Method not found"))
      << "it never changes";
}

TEST(MaxResultTokens, LeavesStructuredContentValid) {
  LimitedClient client;
  const std::string structured = R"({"lines":[1.0,2],"text":")" + std::string(1'000, 's') + "\"}";
  const std::string result = client.use_for(numbered_lines(100), ",\"structuredContent\":" + structured);
  EXPECT_EQ(member(result, "structuredContent"), structured);
}

TEST(MaxResultTokens, SaysSoToAnOldClientWithoutALink) {
  LimitedClient client({}, "2025-03-26");
  const std::string result = client.use_for(numbered_lines(100));
  EXPECT_THAT(result, AllOf(HasSubstr("read_result"), Not(HasSubstr("\"resource_link\""))));
}

TEST(MaxResultTokens, HoldsForAModernClient) {
  WorkbenchClient client(limited_server());
  const std::string result = client.request(
      "tools/call",
      use_tool_params("dev", "files", "huge", R"({"bytes":5000})", "\"_meta\":{" + modern_request_metadata() + "}"));
  EXPECT_THAT(first_text(result), HasSubstr("[Page 1 of 13 of this result, which has 5000 bytes."));
}

TEST(MaxResultTokens, HoldsInFlatModeWhereTheResourceIsNamed) {
  InitializedClient client(toolbox("dev", fake_server("files", {}, kLimit)), {}, "flat");
  const std::string result = client.request("tools/call", R"({"name":"huge","arguments":{"bytes":5000}})");
  EXPECT_THAT(first_text(result), HasSubstr("The whole is the resource " + uri_in(result)));
}

TEST(MaxResultTokens, IsOffByDefaultAndSoIsItsReader) {
  InitializedClient client(toolbox("dev", fake_server("files")));
  EXPECT_THAT(client.listed_names(), Not(Contains("read_result")));
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "files", "huge", R"({"bytes":100000})").size(), 100'000U);
}

TEST(MaxResultTokens, ShowsTheReaderIfAServerHasALimit) {
  LimitedClient client;
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "read_result"));
}

TEST(MaxResultTokens, SaysWhenAResultIsNotKeptAnyMore) {
  LimitedClient client;
  EXPECT_THAT(client.call_text("read_result", R"({"uri":"workbench://results/0"})"),
              StartsWith("No result is kept under 'workbench://results/0' (any more)."));
}

}  // namespace
