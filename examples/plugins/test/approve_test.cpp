#include <gmock/gmock.h>

#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/middleware_contract.hpp>

namespace workbench::test {
namespace {

using testing::HasSubstr;

/// The contract's client cannot be asked: every call is refused.
struct Approve {
  std::unique_ptr<Middleware> make(Host& host) { return plugin.make_middleware("approve", {}, host); }

  const LoadedPlugin plugin{APPROVE};
};

class ReadableFiles final : public EmptyToolboxes {
 public:
  [[nodiscard]] std::optional<KnownTool> find_tool(const ToolIdentifier& tool) const override {
    if (tool.tool != "read") return std::nullopt;
    KnownTool known{tool, {}, true, {}};
    known.tool.annotations.read_only_hint = true;
    return known;
  }
};

class ApproveTest : public ::testing::Test {
 protected:
  /// The person's answer to each question.
  void person_says(const std::string& action) {
    client.respond = [this, action](const InputRequest& question) -> InputResponse {
      questions.emplace_back(question.params.text());
      return Json("{\"action\":\"" + action + "\"}");
    };
  }
  std::string call(const std::string& tool) {
    approve->on_tool_call({"dev", "files", tool}, client.call(Json(R"({"path":"/a"})")),
                          [&](ToolCall passed_on) { passed_on.result(ToolResult::text("done")); });
    return RecordingClient::text_of(client.answers.back());
  }

  LoopHost host;
  ReadableFiles toolboxes;
  RecordingClient client{host, toolboxes};
  std::vector<std::string> questions;
  const std::unique_ptr<Middleware> approve = Approve().make(host);
};

TEST_F(ApproveTest, PassesOnWhatThePersonAccepts) {
  person_says("accept");
  EXPECT_EQ(call("write"), "done");
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_THAT(questions[0], HasSubstr(R"(May dev/files/write be called with {\"path\":\"/a\"}?)"));
}

TEST_F(ApproveTest, RefusesWhatThePersonDeclines) {
  person_says("decline");
  EXPECT_THAT(call("write"), HasSubstr("did not approve the call of dev/files/write"));
}

TEST_F(ApproveTest, RefusesACallThatNoPersonCanBeAskedAbout) {
  EXPECT_THAT(call("write"), HasSubstr("needs approval: the client does not support this input request"));
}

TEST_F(ApproveTest, AsksNothingAboutToolsThatOnlyRead) {
  person_says("decline");
  EXPECT_EQ(call("read"), "done");
  EXPECT_TRUE(questions.empty());
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Approve, MiddlewareContract, Approve);

}  // namespace workbench::test
