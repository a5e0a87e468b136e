// A client session over a connection in memory, with a meta-tool that keeps its calls: what e2e tests cannot time.

#include "mcp/client_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "jsonrpc/members.hpp"
#include "loop/loop.hpp"
#include "workbench/testing/memory_connection.hpp"
#include "workbench/testing/recording_host.hpp"
#include "workbench/testing/recording_observer.hpp"

namespace {

using namespace workbench;
using testing::HasSubstr;

/// A meta-tool that answers when the test says so.
class Keeper final : public MetaTool {
 public:
  Json definition(const Workbench&, const JsonAccess&) const override { return Json(R"({"name":"keep"})"); }
  void call(ToolCall call) override { calls.push_back(std::move(call)); }
  std::vector<ToolCall> calls;
};

class NoToolboxes final : public Workbench {
 public:
  std::vector<ToolboxSummary> toolboxes() const override { return {}; }
  void open_toolbox(std::string_view, Opening, MoveOnlyFunction<void(Opened)> done) override { done(Error{}); }
  void close_toolbox(std::string_view, MoveOnlyFunction<void(Result<void>)> done) override { done(Error{}); }
  void call_tool(const ToolIdentifier&, Json, ToolCall) override {}
};

class KeeperOffer final : public mcp::ClientOffer {
 public:
  std::string instructions() const override { return "none"; }
  Json capabilities(mcp::Revision) const override { return Json("{}"); }
  void list(mcp::ListKind, Caller&, MoveOnlyFunction<void(Result<Json>)> listed) override { listed(Json("[]")); }
  void forward(std::string_view, const Json&, mcp::PendingRequest) override {}
  void watch_resources(const std::set<std::string>&) override {}
  void want_log_level(std::string_view) override {}
  void roots_changed() override {}
  MetaTool* find_tool(std::string_view name) override { return name == "keep" ? &keeper : nullptr; }
  Workbench& workbench() override { return toolboxes; }
  void pause_servers(bool paused) override { pauses.push_back(paused); }

  Keeper keeper;
  NoToolboxes toolboxes;
  std::vector<bool> pauses;
};

class Events final : public mcp::ClientEvents {
 public:
  void on_client_finished() override { ++finished; }
  void on_client_gone(const Error&) override { ++gone; }
  int finished = 0;
  int gone = 0;
};

class ClientSessionTest : public testing::Test {
 protected:
  ClientSessionTest() : ClientSessionTest(test::MemoryConnection::make_pair(loop_)) {}
  explicit ClientSessionTest(test::MemoryConnection::Pair pair)
      : client_(std::move(pair.first)), session_(host_, std::move(pair.second), offer_, events_) {
    client_->start(heard_);
    session_.start();
    say(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
    heard_.messages.clear();
  }

  /// Lets the client say `line`, and everything happen that follows from it.
  void say(const std::string& line) {
    client_->send(Message(line));
    settle();
  }
  /// What is under way in memory has happened after a few turns of the loop.
  void settle() {
    stop_after(8);
    loop_.run();
  }
  void stop_after(int turns) {
    loop_.post([this, turns] {
      if (turns == 0) return loop_.stop();
      stop_after(turns - 1);
    });
  }
  void call_keeper(const std::string& id) {
    say(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"keep"}})");
  }

  Loop loop_;
  test::RecordingHost host_{loop_};
  KeeperOffer offer_;
  Events events_;
  test::RecordingObserver heard_;
  std::unique_ptr<test::MemoryConnection> client_;
  mcp::ClientSession session_;
};

TEST_F(ClientSessionTest, AnswersACallWhenItsToolAnswers) {
  call_keeper("5");
  EXPECT_TRUE(heard_.messages.empty());
  offer_.keeper.calls.at(0).reply(ToolResult::text("done"));
  settle();
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_EQ(heard_.messages[0], R"({"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"done"}]}})");
}

TEST_F(ClientSessionTest, AnswersACallThatIsDroppedWithAnInternalError) {
  call_keeper("5");
  offer_.keeper.calls.clear();
  settle();
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_THAT(heard_.messages[0], HasSubstr(R"("id":5,"error":{"code":-32603)"));
}

TEST_F(ClientSessionTest, TellsWhoWorksOnACallThatItIsCancelledAndDropsTheAnswer) {
  call_keeper("5");
  std::string reason;
  offer_.keeper.calls.at(0).caller().on_cancel([&](const Json& given) { reason = given.text(); });
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"never mind"}})");
  EXPECT_EQ(reason, R"("never mind")");
  offer_.keeper.calls.at(0).reply(ToolResult::text("too late"));
  settle();
  EXPECT_TRUE(heard_.messages.empty());
}

TEST_F(ClientSessionTest, ACancellationMeansTheIdOfItsTypeAlone) {
  call_keeper("5");
  say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5"}})");
  offer_.keeper.calls.at(0).reply(ToolResult::text("done"));
  settle();
  EXPECT_EQ(heard_.messages.size(), 1U);
}

TEST_F(ClientSessionTest, TwoCallsOfOneIdGetTwoAnswers) {
  call_keeper("5");
  call_keeper("5");
  offer_.keeper.calls.at(1).reply(ToolResult::text("second"));
  offer_.keeper.calls.at(0).reply(ToolResult::text("first"));
  settle();
  ASSERT_EQ(heard_.messages.size(), 2U);
  EXPECT_THAT(heard_.messages[0], HasSubstr("second"));
  EXPECT_THAT(heard_.messages[1], HasSubstr("first"));
}

TEST_F(ClientSessionTest, RefusesCallsBeyondTheLimitAndKeepsTheOthers) {
  host_.changeable_limits.calls_in_flight = 1;
  call_keeper("1");
  call_keeper("2");
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_THAT(heard_.messages[0], HasSubstr(R"("id":2,"error":{"code":-32603,"message":"Too many calls at once)"));
  EXPECT_EQ(offer_.keeper.calls.size(), 1U);
}

TEST_F(ClientSessionTest, PausesTheServersWhileTheClientDoesNotReadAndResumesThem) {
  host_.changeable_limits.client_backlog_bytes = 1000;
  client_->pause_reading(true);
  call_keeper("1");
  offer_.keeper.calls.at(0).reply(ToolResult::text(std::string(2000, 'x')));
  settle();
  EXPECT_EQ(offer_.pauses, std::vector<bool>{true});
  client_->pause_reading(false);
  settle();
  EXPECT_EQ(offer_.pauses, (std::vector<bool>{true, false}));
}

TEST_F(ClientSessionTest, CancelsWhatIsRunningWhenTheClientIsGone) {
  call_keeper("1");
  bool is_cancelled = false;
  offer_.keeper.calls.at(0).caller().on_cancel([&](const Json&) { is_cancelled = true; });
  client_.reset();
  settle();
  EXPECT_TRUE(is_cancelled);
  EXPECT_EQ(events_.gone, 1);
}

TEST_F(ClientSessionTest, ReportsProgressOnlyToAClientThatAskedForIt) {
  call_keeper("1");
  EXPECT_FALSE(offer_.keeper.calls.at(0).caller().wants_progress());
  offer_.keeper.calls.at(0).caller().report_progress(R"("progress":1)");
  say(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"keep","_meta":{"progressToken":"t"}}})");
  offer_.keeper.calls.at(1).caller().report_progress(R"("progress":1.50)");
  settle();
  ASSERT_EQ(heard_.messages.size(), 1U);
  EXPECT_EQ(heard_.messages[0],
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1.50}})");
}

}  // namespace
