// The middleware recent-calls, and the extension that shows what it keeps.

#include "call_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/middleware_contract.hpp>

#include "recent_calls_middleware.hpp"

namespace workbench::call_log {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> texts_of(const std::vector<Json>& calls) {
  std::vector<std::string> texts;
  for (const Json& call : calls) texts.emplace_back(call.text());
  return texts;
}

class RecentCallsTest : public testing::Test {
 protected:
  void use(const Options& options = {}) { middleware = std::make_unique<RecentCallsMiddleware>(options, host, store); }
  void start(Middleware::Next next, const ToolIdentifier& tool = {"dev", "files", "read"},
             Json arguments = Json("{}")) {
    if (middleware == nullptr) use();
    middleware->on_tool_call(tool, client.call(std::move(arguments)), std::move(next));
  }
  void call(const ToolIdentifier& tool = {"dev", "files", "read"}) {
    start([](ToolCall call) { call.result(ToolResult::text("done")); }, tool);
  }
  void be(const std::string& principal) {
    client.identity.principal = std::make_shared<Principal>(Principal{principal, {}, {}});
  }
  [[nodiscard]] CallPage page(CallQuery query = {}) const { return store->calls(query); }
  [[nodiscard]] std::vector<std::string> found(const CallFilter& filter) const {
    return texts_of(page({.filter = filter}).calls);
  }

  test::LoopHost host;
  test::EmptyToolboxes toolboxes;
  test::RecordingClient client{host, toolboxes};
  const std::shared_ptr<ValueRights> rights = std::make_shared<ValueRights>();
  const std::shared_ptr<CallStore> store = std::make_shared<CallStore>(rights);
  std::unique_ptr<RecentCallsMiddleware> middleware;
};

TEST_F(RecentCallsTest, ShowTheWordsOfTheCallLogTheNewestFirst) {
  be("ada");
  client.identity.client_info = {"claude-code", "2.1"};
  call();
  call({"dev", "git", "log"});

  const auto calls = texts_of(page().calls);
  ASSERT_THAT(calls, SizeIs(2));
  EXPECT_THAT(calls[0], AllOf(StartsWith(R"({"id":2,"session":"s1","time":")"),
                              HasSubstr(R"("principal":"ada","client":"claude-code","clientVersion":"2.1",)"
                                        R"("toolbox":"dev","server":"git","tool":"log","outcome":"result",)")));
  EXPECT_THAT(calls[1], AllOf(StartsWith(R"({"id":1,)"), HasSubstr(R"("tool":"read")")));
}

TEST_F(RecentCallsTest, ShowACallWhileItRunsAndThenAsEnded) {
  std::vector<ToolCall> passed_on;
  start([&](ToolCall call) { passed_on.push_back(std::move(call)); });
  EXPECT_THAT(texts_of(page().running), ElementsAre(HasSubstr(R"("outcome":"running")")));
  EXPECT_THAT(page().calls, IsEmpty());

  passed_on[0].fail({ErrorKind::timed_out, "too late"});
  EXPECT_THAT(page().running, IsEmpty());
  EXPECT_THAT(texts_of(page().calls), ElementsAre(AllOf(StartsWith(R"({"id":1,)"), HasSubstr("timed_out"))));
}

TEST_F(RecentCallsTest, HaveCallsThatAreCancelledOrDropped) {
  std::vector<ToolCall> passed_on;
  start([&](ToolCall call) { passed_on.push_back(std::move(call)); });
  client.cancel();
  start([](const ToolCall&) {});
  EXPECT_THAT(texts_of(page().calls), ElementsAre(HasSubstr(R"("outcome":"failed")"), HasSubstr("cancelled")));
  EXPECT_THAT(page().running, IsEmpty());
}

TEST_F(RecentCallsTest, KeepTheLatestCallsAloneAndCountTheOthers) {
  Options options;
  options.set("records", std::int64_t{100});
  use(options);
  for (int count = 0; count != 250; ++count) call();

  const CallPage all = page({.limit = 1000});
  EXPECT_THAT(all.calls, SizeIs(100));
  EXPECT_THAT(std::string(all.calls.front().text()), StartsWith(R"({"id":250,)"));
  EXPECT_THAT(std::string(all.calls.back().text()), StartsWith(R"({"id":151,)"));
  EXPECT_EQ(all.kept, 100U);
  EXPECT_EQ(all.lost, 150U);
}

TEST_F(RecentCallsTest, TakeNoMoreMemoryThanTheyMay) {
  Options options;
  options.set("bytes", std::int64_t{64 * 1024});
  use(options);
  rights->arguments = true;
  const Json arguments(R"({"text":")" + std::string(10'000, 'x') + "\"}");
  for (int count = 0; count != 50; ++count)
    start([](ToolCall call) { call.result(ToolResult::text("done")); }, {"dev", "s", "t"}, arguments);

  EXPECT_THAT(page().calls, SizeIs(6));
  EXPECT_EQ(page().lost, 44U);
}

TEST_F(RecentCallsTest, PageByIds) {
  for (int count = 0; count != 10; ++count) call();
  const CallPage older = page({.before = 6, .limit = 2});
  EXPECT_THAT(texts_of(older.calls), ElementsAre(StartsWith(R"({"id":5,)"), StartsWith(R"({"id":4,)")));
  const CallPage newer = page({.after = 8});
  EXPECT_THAT(texts_of(newer.calls), ElementsAre(StartsWith(R"({"id":10,)"), StartsWith(R"({"id":9,)")));
}

TEST_F(RecentCallsTest, CountWhatASlowReaderOfTheNewestMisses) {
  Options options;
  options.set("records", std::int64_t{100});
  use(options);
  call();
  const std::uint64_t since = store->ended();
  for (int count = 0; count != 120; ++count) call();
  const CallPage news = page({.since = since, .limit = 30});
  EXPECT_THAT(news.calls, SizeIs(30));
  EXPECT_EQ(news.skipped, 90U) << "70 that are kept, 20 that are not";
  EXPECT_THAT(page({.since = news.ended}).calls, IsEmpty());
}

TEST_F(RecentCallsTest, AreFilteredByEachOfTheirNames) {
  be("ada");
  client.identity.client_info = {"cursor", "1"};
  call({"dev", "git", "log"});
  be("bob");
  client.identity.client_info = {"codex", "1"};
  call({"ops", "files", "Read_File"});

  const auto is_of_bob = ElementsAre(HasSubstr("bob"));
  EXPECT_THAT(found({.toolbox = "ops"}), is_of_bob);
  EXPECT_THAT(found({.server = "files"}), is_of_bob);
  EXPECT_THAT(found({.tool = "Read_File"}), is_of_bob);
  EXPECT_THAT(found({.client = "codex"}), is_of_bob);
  EXPECT_THAT(found({.principal = "bob"}), is_of_bob);
  EXPECT_THAT(found({.session = "s2"}), is_of_bob);
  EXPECT_THAT(found({.text = "read_f"}), is_of_bob);
  EXPECT_THAT(found({.outcome = "result"}), SizeIs(2));
  EXPECT_THAT(found({.outcome = "refused"}), IsEmpty());
}

TEST_F(RecentCallsTest, DoNotExistForAnotherPrincipal) {
  be("ada");
  call();
  std::vector<ToolCall> passed_on;
  start([&](ToolCall call) { passed_on.push_back(std::move(call)); });

  const CallPage of_bob = page({.own = "bob"});
  EXPECT_THAT(of_bob.calls, IsEmpty());
  EXPECT_THAT(of_bob.running, IsEmpty());
  EXPECT_EQ(of_bob.kept, 0U);
  EXPECT_FALSE(store->find(1, "bob"));
  EXPECT_FALSE(store->find(2, "bob"));
  EXPECT_TRUE(store->find(1, "ada"));
  EXPECT_TRUE(store->find(2, "ada"));
}

TEST_F(RecentCallsTest, WithholdValuesThatTheCallLogMayNotHave) {
  start([](ToolCall call) { call.result(ToolResult::text("secret")); }, {"dev", "s", "t"}, Json(R"({"path":"/srv"})"));
  EXPECT_THAT(std::string(store->find(1, {})->text()),
              AllOf(HasSubstr(R"("withheld":")"), HasSubstr("middleware.call-log.arguments"), Not(HasSubstr("/srv")),
                    Not(HasSubstr("secret"))));
}

TEST_F(RecentCallsTest, HaveTheValuesThatTheCallLogMayHave) {
  *rights = {true, true};
  start([](ToolCall call) { call.result(ToolResult::passed_on(Json(R"({"content":[],"n":1.10})"))); },
        {"dev", "s", "t"}, Json(R"({"path":"/srv"})"));
  start([](ToolCall call) { call.error({Json(R"({"code":-1,"message":"no"})"), "no"}); });
  EXPECT_THAT(
      std::string(store->find(1, {})->text()),
      AllOf(HasSubstr(R"("arguments":{"path":"/srv"},"result":{"content":[],"n":1.10}})"), Not(HasSubstr("withheld"))));
  EXPECT_THAT(std::string(store->find(2, {})->text()), HasSubstr(R"("error":{"code":-1,"message":"no"})"));
  EXPECT_THAT(texts_of(page().calls), Each(Not(HasSubstr("/srv")))) << "a list has no values";
}

TEST_F(RecentCallsTest, SayThatAValueIsTooLongToBeKept) {
  *rights = {true, true};
  start([](ToolCall call) { call.result(ToolResult::text("done")); }, {"dev", "s", "t"},
        Json(R"({"text":")" + std::string(300'000, 'x') + "\"}"));
  EXPECT_THAT(std::string(store->find(1, {})->text()), HasSubstr("more than 256 KiB"));
}

TEST_F(RecentCallsTest, TellOfAllChangesMeanwhileOnce) {
  use();
  int changes = 0;
  auto subscription = store->on_change([&] { ++changes; });
  call();
  call();
  host.run_what_is_due();
  EXPECT_EQ(changes, 0) << "a call does not pay for those who watch";
  EXPECT_TRUE(host.run_until([&] { return changes > 0; }));
  EXPECT_EQ(changes, 1);
  subscription.reset();
  call();
  host.run_what_is_due();
  EXPECT_EQ(changes, 1);
}

TEST_F(RecentCallsTest, AreNotInUseIfNoneAreToBeKept) {
  Options options;
  options.set("records", std::int64_t{0});
  use(options);
  call();
  EXPECT_FALSE(store->is_in_use());
  EXPECT_THAT(page().calls, IsEmpty());
  EXPECT_THAT(client.answers, SizeIs(1));
}

TEST_F(RecentCallsTest, CutNamesThatAreTooLong) {
  call({"dev", "s", std::string(1'000'000, 'x')});
  EXPECT_LT(page().calls.front().text().size(), 2000U);
}

TEST_F(RecentCallsTest, CountTheUsesOfToolsWithoutRefusedCalls) {
  call();
  call();
  start([](ToolCall call) { call.fail({ErrorKind::not_found, "no such tool"}); }, {"dev", "files", "nonsense"});
  std::string uses;
  store->tool_uses([&](const Json& report) { uses = report.text(); });
  ASSERT_TRUE(host.run_until([&] { return !uses.empty(); }));
  EXPECT_THAT(uses,
              AllOf(HasSubstr(R"("tools":[{"toolbox":"dev","server":"files","tool":"read","calls":2,"lastUsed":")"),
                    Not(HasSubstr("nonsense"))));
}

TEST(KeptTools, ForgetThoseThatNoCallHasWhenTheyAreTooMany) {
  KeptTools tools(100);
  const auto kept = tools.find({"dev", "s", "kept"});
  for (int number = 0; number != 1000; ++number) static_cast<void>(tools.find({"dev", "s", std::to_string(number)}));
  EXPECT_LE(tools.size(), 100U);
  EXPECT_EQ(tools.find({"dev", "s", "kept"}), kept);
}

}  // namespace
}  // namespace workbench::call_log
