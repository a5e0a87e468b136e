#include <gmock/gmock.h>

#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/middleware_contract.hpp>

namespace workbench::test {
namespace {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;

struct Audit {
  std::unique_ptr<Middleware> make(Host& host) { return plugin.make_middleware("audit", {}, host); }

  const LoadedPlugin plugin{AUDIT_LOG};
};

class AuditLogTest : public ::testing::Test {
 protected:
  void call(Middleware::Next next) { audit->on_tool_call({"dev", "files", "read"}, client.call(), std::move(next)); }

  LoopHost host;
  EmptyToolboxes toolboxes;
  RecordingClient client{host, toolboxes};
  const std::unique_ptr<Middleware> audit = Audit().make(host);
};

TEST_F(AuditLogTest, LogsWhoCalledWhatAndHowItEnded) {
  call([](ToolCall passed_on) { passed_on.result(ToolResult::text("done")); });
  client.identity.principal = std::make_shared<Principal>(Principal{"alice", {}, {}});
  call([](ToolCall passed_on) { passed_on.result(ToolResult::error("there is no such file")); });

  EXPECT_THAT(host.logged(), ElementsAre(MatchesRegex(": anonymous called dev/files/read: succeeded after [0-9]+ ms"),
                                         MatchesRegex(": alice called dev/files/read: failed after [0-9]+ ms")));
}

TEST_F(AuditLogTest, LogsACallWhenItIsAnsweredAndNotBefore) {
  std::optional<ToolCall> kept;
  call([&](ToolCall passed_on) { kept.emplace(std::move(passed_on)); });
  EXPECT_TRUE(host.logged().empty());

  ASSERT_TRUE(kept);
  kept->result(ToolResult::text("done"));

  EXPECT_EQ(host.logged().size(), 1U);
}

TEST_F(AuditLogTest, ChangesNeitherTheArgumentsNorTheAnswer) {
  audit->on_tool_call({"dev", "files", "read"}, client.call(Json("{\"a\": 1.10}")), [](ToolCall passed_on) {
    const Json& arguments = passed_on.arguments();
    EXPECT_EQ(arguments.text(), "{\"a\": 1.10}");
    passed_on.result(ToolResult::passed_on(Json("{\"content\": []}")));
  });

  ASSERT_EQ(client.answers.size(), 1U);
  EXPECT_EQ(RecordingClient::text_of(client.answers.front()), "{\"content\": []}");
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Audit, MiddlewareContract, Audit);

}  // namespace workbench::test
