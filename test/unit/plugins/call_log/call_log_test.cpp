// The middleware, from calls to a file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/middleware_contract.hpp>

#include "call_log.hpp"
#include "temporary_folder.hpp"

namespace workbench::call_log {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class CallLogTest : public testing::Test {
 protected:
  CallLogTest() { options.set("file", file.string()); }

  CallLog& log() {
    if (call_log == nullptr) call_log = std::make_unique<CallLog>(options, host);
    return *call_log;
  }
  void call(Middleware::Next next, Json arguments = Json(R"({"path":"/srv"})")) {
    log().on_tool_call({"dev", "files", "read"}, client.call(std::move(arguments)), std::move(next));
  }
  /// The lines, after the end of the log.
  std::vector<std::string> lines() {
    call_log.reset();
    return lines_of(file);
  }

  const test_support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "calls.jsonl";
  Options options;
  test::LoopHost host;
  test::EmptyToolboxes toolboxes;
  test::RecordingClient client{host, toolboxes};
  std::unique_ptr<CallLog> call_log;
};

TEST_F(CallLogTest, WritesALineForEachCallInTheOrderOfTheAnswers) {
  std::vector<ToolCall> passed_on;
  for (int count = 0; count != 2; ++count) call([&](ToolCall call) { passed_on.push_back(std::move(call)); });
  passed_on[1].result(ToolResult::error("there is no such file"));
  passed_on[0].result(ToolResult::passed_on(Json(R"({"content":[]})")));

  EXPECT_THAT(lines(),
              ElementsAre(HasSubstr(R"("outcome":"tool_error")"),
                          AllOf(HasSubstr(R"("outcome":"result")"), EndsWith(R"(,"bytesIn":15,"bytesOut":14})"))));
}

TEST_F(CallLogTest, NamesTheCallerAndTheTool) {
  client.identity.principal = std::make_shared<Principal>(Principal{"ada", {}, {}});
  client.identity.client_info = {"claude-code", "2.1"};
  call([](ToolCall call) { call.result(ToolResult::text("done")); });

  EXPECT_THAT(lines(), ElementsAre(HasSubstr(R"("principal":"ada","client":"claude-code","clientVersion":"2.1",)"
                                             R"("toolbox":"dev","server":"files","tool":"read",)")));
}

TEST_F(CallLogTest, WritesDecisionsAmongTheCallsAsLongAsItExists) {
  const auto decisions = std::make_shared<DecisionLines>();
  DecisionRecord decision;
  decision.method = "tools/call";
  decision.target = {"dev", "files", "write"};
  decision.decision = "once";
  decision.who = "ada";
  decision.how = "terminal";
  decisions->record(decision);  // no log is in use
  call_log = std::make_unique<CallLog>(options, host, decisions);
  decisions->record(decision);
  call([](ToolCall call) { call.result(ToolResult::text("done")); });

  EXPECT_THAT(lines(), ElementsAre(EndsWith(R"("tool":"write","method":"tools/call","decision":"once","who":"ada",)"
                                            R"("how":"terminal"})"),
                                   HasSubstr(R"("outcome":"result")")));
  decisions->record(decision);  // to nothing
}

TEST_F(CallLogTest, WritesALineForACallThatIsCancelled) {
  std::vector<ToolCall> passed_on;
  call([&](ToolCall call) { passed_on.push_back(std::move(call)); });
  client.cancel();
  passed_on.clear();

  EXPECT_THAT(lines(), ElementsAre(AllOf(HasSubstr(R"("outcome":"cancelled")"), EndsWith(R"("bytesOut":0})"))));
}

TEST_F(CallLogTest, WritesALineForACallThatIsDropped) {
  call([](const ToolCall&) {});

  EXPECT_THAT(lines(), ElementsAre(HasSubstr(R"("outcome":"failed")")));
}

TEST_F(CallLogTest, HasNoValuesUnlessTheyAreAskedFor) {
  call([](ToolCall call) { call.result(ToolResult::text("secret")); });

  EXPECT_THAT(lines(), ElementsAre(Not(AnyOf(HasSubstr("/srv"), HasSubstr("secret"), HasSubstr("arguments")))));
}

TEST_F(CallLogTest, HasTheArgumentsOnDemand) {
  options.set("arguments", true);
  call([](ToolCall call) { call.result(ToolResult::text("secret")); });
  call([](ToolCall call) { call.result(ToolResult::text("secret")); }, Json());

  EXPECT_THAT(lines(), ElementsAre(EndsWith(R"("bytesOut":45,"arguments":{"path":"/srv"}})"),
                                   EndsWith(R"("bytesIn":0,"bytesOut":45})")));
}

TEST_F(CallLogTest, HasTheResultOrTheErrorOnDemand) {
  options.set("results", true);
  call([](ToolCall call) { call.result(ToolResult::passed_on(Json(R"({"content":[],"n":1.10})"))); });
  call([](ToolCall call) { call.error({Json(R"({"code":-1,"message":"no"})"), "no"}); });
  call([](ToolCall call) { call.fail({ErrorKind::timed_out, "too late"}); });

  EXPECT_THAT(lines(), ElementsAre(EndsWith(R"(,"bytesOut":23,"result":{"content":[],"n":1.10}})"),
                                   EndsWith(R"(,"bytesOut":26,"error":{"code":-1,"message":"no"}})"),
                                   EndsWith(R"(,"bytesOut":8,"error":{"message":"too late"}})")));
}

TEST_F(CallLogTest, AppendsToTheFile) {
  folder.write("calls.jsonl", "{}\n");
  call([](ToolCall call) { call.result(ToolResult::text("done")); });

  EXPECT_THAT(lines(), ElementsAre("{}", StartsWith("{\"time\":")));
}

TEST_F(CallLogTest, MakesNoFileWithoutACall) {
  log();
  call_log.reset();
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(CallLogTest, LosesNoneOfManyCalls) {
  constexpr std::size_t kCalls = 5000;
  for (std::size_t count = 0; count != kCalls; ++count) {
    call([](ToolCall call) { call.result(ToolResult::text("done")); });
  }

  EXPECT_THAT(lines(), SizeIs(kCalls));
  EXPECT_THAT(host.logged(), IsEmpty());
}

TEST_F(CallLogTest, BeginsANewFileAtTheSizeAndKeepsAsManyAsItShould) {
  options.set("rotation", std::string("64 KiB"));
  options.set("maxFiles", std::int64_t{3});
  for (int count = 0; count != 2000; ++count) call([](ToolCall call) { call.result(ToolResult::text("done")); });
  EXPECT_THAT(lines(), Not(IsEmpty()));

  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
    EXPECT_LT(entry.file_size(), 64U * 1024 + 4096);
    for (const std::string& line : lines_of(entry.path())) {
      EXPECT_TRUE(line.starts_with("{\"time\":") && line.ends_with("}")) << line;
    }
  }
  EXPECT_EQ(files, 3U);
  EXPECT_THAT(host.logged(), IsEmpty());
}

TEST_F(CallLogTest, ReportsHowManyLinesAFileRefused) {
  options.set("file", (folder.path() / "missing" / "calls.jsonl").string());
  call([](ToolCall call) { call.result(ToolResult::text("done")); });
  ASSERT_TRUE(host.run_until([&] { return !host.logged().empty(); }));
  EXPECT_THAT(host.logged(),
              ElementsAre(AllOf(StartsWith(": lines lost: 1 ("), HasSubstr((folder.path() / "missing").string()))));

  call([](ToolCall call) { call.result(ToolResult::text("done")); });
  call([](ToolCall call) { call.result(ToolResult::text("done")); });
  call_log.reset();
  ASSERT_THAT(host.logged(), SizeIs(2)) << "not more often than every ten seconds, and at the end";
  EXPECT_THAT(host.logged().back(), StartsWith(": lines lost: 2 ("));
  EXPECT_THAT(client.answers, SizeIs(3)) << "the calls themselves are not affected";
}

}  // namespace
}  // namespace workbench::call_log

namespace workbench::test {

struct CallLogToAFile {
  std::unique_ptr<Middleware> make(Host& host) {
    Options options;
    options.set("file", (folder.path() / "calls.jsonl").string());
    options.set("arguments", true);
    options.set("results", true);
    return std::make_unique<call_log::CallLog>(options, host);
  }

  const test_support::TemporaryFolder folder;
};

INSTANTIATE_TYPED_TEST_SUITE_P(CallLog, MiddlewareContract, CallLogToAFile);

}  // namespace workbench::test
