// What operators see of calls, over the socket of a shared workbench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>

#include "marked_processes.hpp"
#include "operator_calls_fixture.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

TEST_F(OperatorCalls, AreListedWithTheirFilters) {
  const auto one = joined({}, "one");
  const auto other = joined({}, "other");
  one->use("dev", "s", "pid");
  other->use("dev", "s", "echo", R"({"text":"secret"})");
  const auto from = operate();

  const std::string all = from->request("workbench/calls");
  EXPECT_THAT(elements(member(all, "calls")), SizeIs(2));
  EXPECT_EQ(member(all, "kept"), "2");
  EXPECT_THAT(all, Not(HasSubstr("secret")));
  const std::string of_other = from->request("workbench/calls", R"({"filter":{"client":"other"}})");
  ASSERT_THAT(elements(member(of_other, "calls")), SizeIs(1));
  const std::string call = elements(member(of_other, "calls")).front();
  EXPECT_EQ(characters(member(call, "tool")), "echo");
  EXPECT_NE(member(call, "session"), member(elements(member(all, "calls")).back(), "session"));
  EXPECT_THAT(from->request("workbench/call", R"({"id":)" + member(call, "id") + "}"), HasSubstr("\"withheld\""));
  EXPECT_THAT(from->request("workbench/call", R"({"id":99})"), HasSubstr("not_found"));
  EXPECT_THAT(from->request("workbench/calls", R"({"filter":{"colour":"red"}})"), StartsWith("error: "));
}

TEST_F(OperatorCalls, HaveTheirValuesIfTheCallLogMayHaveThem) {
  const auto client = joined({"-D", "middleware=call-log", "-D", "middleware.call-log.arguments=true", "-D",
                              "middleware.call-log.file=" + path("calls.jsonl").string()});
  client->use("dev", "s", "echo", R"({"text":"hello"})");
  EXPECT_THAT(operate()->request("workbench/call", R"({"id":1})"),
              AllOf(HasSubstr(R"("arguments":{"text":"hello"})"), HasSubstr("only one of arguments and results")));
}

TEST_F(OperatorCalls, CanBeSwitchedOff) {
  const auto client = joined({"-D", "middleware.recent-calls.records=0"});
  client->use("dev", "s", "pid");
  const auto from = operate();
  EXPECT_THAT(from->request("workbench/calls"), HasSubstr("unavailable"));
  EXPECT_THAT(from->request("workbench/subscribe", R"({"topics":["calls"]})"), HasSubstr("recent-calls"));
}

TEST_F(OperatorCalls, SayWhoTheOperatorIs) {
  const auto client = joined();
  const std::string who = operate()->request("workbench/whoami");
  EXPECT_EQ(characters(member(who, "sees")), "everything");
  EXPECT_EQ(characters(member(who, "toolboxesFile")), path("toolboxes.json").string());
  EXPECT_THAT(characters(member(who, "startedAt")), StartsWith("20"));
}

TEST_F(OperatorCalls, AndTheCommandThatAnswersEndWhenTheOperatorLeavesOrCancels) {
  const std::string mark = new_mark();
  folder_.write("toolboxes.json",
                R"({"toolboxes":{"dev":{"description":"d","mcpServers":{)" + fake_server("s") + R"(}},)" +
                    R"("slow":{"description":"d","mcpServers":{)" +
                    fake_server("silent", {"--silent-initialize"}, R"("env":{"MARK":")" + mark + R"("})") + "}}}}");
  const auto client = joined();
  const auto has_started = [&mark] {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (processes_marked(mark).empty() && std::chrono::steady_clock::now() < deadline) {
    }
    return !processes_marked(mark).empty();
  };
  const auto wait = std::chrono::seconds(5);  // the server is waited for much longer
  auto leaving = operate();
  leaving->send("workbench/doctor", R"({"toolbox":"slow","server":"silent"})");
  ASSERT_TRUE(has_started());
  leaving.reset();
  EXPECT_THAT(left_after(mark, wait), IsEmpty());

  const auto cancelling = operate();
  const int asked = cancelling->send("workbench/doctor", R"({"toolbox":"slow","server":"silent"})");
  ASSERT_TRUE(has_started());
  cancelling->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(asked) + "}");
  EXPECT_THAT(left_after(mark, wait), IsEmpty());
}

TEST_F(OperatorCalls, AreCountedForEachToolOverTheEndOfTheWorkbench) {
  auto client = joined();
  client->use("dev", "s", "pid");
  client->use("dev", "s", "nonsense");
  operate();
  client.reset();
  ::kill(pid_, SIGTERM);
  const auto has_ended = [&] { return ::kill(pid_, 0) != 0; };
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!has_ended() && std::chrono::steady_clock::now() < deadline) {
  }
  pid_ = 0;
  client = joined();
  client->use("dev", "s", "pid");
  const std::string uses = operate()->request("workbench/tool-uses");
  EXPECT_THAT(uses,
              AllOf(HasSubstr(R"("toolbox":"dev","server":"s","tool":"pid","calls":2,)"), Not(HasSubstr("nonsense"))));
}

}  // namespace
