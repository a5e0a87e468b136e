#include <gmock/gmock.h>

#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/middleware_contract.hpp>

namespace workbench::test {
namespace {

struct Header {
  std::unique_ptr<Middleware> make(Host& host) { return plugin.make_middleware("header", {}, host); }

  const LoadedPlugin plugin{RESULT_HEADER};
};

class ResultHeaderTest : public ::testing::Test {
 protected:
  /// The answer of a call whose tool gives this one.
  std::string answer_for(const std::string& result) {
    header->on_tool_call({"dev", "files", "read"}, client.call(),
                         [&](ToolCall passed_on) { passed_on.result(ToolResult::passed_on(Json(result))); });
    return RecordingClient::text_of(client.answers.back());
  }

  LoopHost host;
  EmptyToolboxes toolboxes;
  RecordingClient client{host, toolboxes};
  const std::unique_ptr<Middleware> header = Header().make(host);
};

TEST_F(ResultHeaderTest, PutsALineBeforeTheContentAndLeavesTheRest) {
  EXPECT_EQ(answer_for(R"({"content":[{"type":"text","text":"a"}],"structuredContent":{"n":1.10}})"),
            R"({"content":[{"type":"text","text":"From dev/files"},{"type":"text","text":"a"}],)"
            R"("structuredContent":{"n":1.10}})");
  EXPECT_EQ(answer_for(R"({"content":[]})"), R"({"content":[{"type":"text","text":"From dev/files"}]})");
}

TEST_F(ResultHeaderTest, LeavesAnswersThatAreNotResultsOfTheTool) {
  client.identity.is_modern = true;
  const std::string required = R"({"resultType":"input_required","inputRequests":{},"content":[]})";
  EXPECT_EQ(answer_for(required), required);
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Header, MiddlewareContract, Header);

}  // namespace workbench::test
