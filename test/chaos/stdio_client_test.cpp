// Clients on stdin and stdout that do not read, ask for too much at once, cancel everything, reuse ids, or end in the
// middle of something.

#include <map>
#include <set>

#include "scene.hpp"

namespace {

using namespace chaos;

class AStdioClient : public testing::TestWithParam<Era> {
 protected:
  /// The params of a call of the server `s` in the toolbox `wild`.
  static std::string use(std::string_view tool, std::string_view arguments = "{}") {
    const std::string meta =
        GetParam() == Era::modern ? "\"_meta\":{" + test_support::modern_request_metadata() + "}" : std::string();
    return use_tool_params("wild", "s", tool, arguments, meta);
  }
  static std::string request(const std::string& id, const std::string& params) {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":)" + params + "}";
  }
  static std::string server() { return fake_server("s", of_era(GetParam())); }

  static void expect_ended(StdioScene& scene) {
    const auto end = scene.client().process().wait();
    EXPECT_FALSE(end.was_signalled) << scene.client().process().errors();
    EXPECT_EQ(end.code_or_signal, 0);
    expect_no_process_left(scene.mark());
  }
};

INSTANTIATE_TEST_SUITE_P(Calls, AStdioClient, testing::Values(Era::legacy, Era::modern),
                         [](const auto& era) { return name_of(era.param); });

TEST_P(AStdioClient, ThatDoesNotReadPausesItsServersAndGetsEachAnswerOnceItReads) {
  constexpr int kAnswers = 24;
  StdioScene scene(server());
  scene.client().open("wild");
  std::vector<int> ids;
  for (int count = 0; count != kAnswers; ++count) {
    ids.push_back(scene.client().send("tools/call", use("huge", R"({"bytes":2000000})")));
  }
  for (const int id : ids) EXPECT_GT(scene.client().answer_to(id).size(), 2'000'000U);
  FootprintLimits limits;
  limits.peak_growth_kib = 16UL * 1024;  // of 48 MB
  scene.expect_unharmed(limits);
}

TEST_P(AStdioClient, WithManyRequestsAtOnceGetsEachAnswerOnce) {
  const int requests = 4000 * effort();
  StdioScene scene(server(), {"-D", "limits.callsInFlight=1000000"});
  scene.client().open("wild");
  std::map<std::string, std::string> expected;
  for (int number = 0; number != requests; ++number) {
    const std::string id = "\"r" + std::to_string(number) + "\"";
    expected[id] = std::to_string(number);
    scene.client().send_raw(request(id, use("echo", "{\"n\":" + std::to_string(number) + "}")));
  }
  while (!expected.empty()) {
    const std::string line = scene.client().next_line();
    const auto found = expected.find(member(line, "id"));
    ASSERT_NE(found, expected.end()) << "a second answer, or one to nobody: " << line;
    ASSERT_EQ(member(line, "result.echo.n"), found->second);
    expected.erase(found);
  }
  FootprintLimits limits;
  limits.resident_growth_kib = 64UL * 1024;
  scene.expect_unharmed(limits);
}

TEST_P(AStdioClient, WithMoreRequestsThanItsLimitGetsAnErrorForTheOthers) {
  const int requests = 1000;
  StdioScene scene(server(), {"-D", "limits.callsInFlight=100"});
  scene.client().open("wild");
  std::set<std::string> open;
  std::size_t errors = 0;
  for (int number = 0; number != requests; ++number) {
    open.insert(std::to_string(1'000'000 + number));
    scene.client().send_raw(request(std::to_string(1'000'000 + number), use("sleep", R"({"ms":100})")));
  }
  while (!open.empty()) {
    const std::string line = scene.client().next_line();
    ASSERT_EQ(open.erase(member(line, "id")), 1U) << line;
    if (line.find("slept") == std::string::npos) {
      ++errors;
      EXPECT_THAT(line, HasSubstr("limits.callsInFlight"));
    }
  }
  EXPECT_GT(errors, 0U);
  scene.expect_unharmed();
}

TEST_P(AStdioClient, ThatCancelsEverythingGetsNoAnswersAndItsServerIsNotified) {
  const int calls = 500 * effort();
  StdioScene scene(server());
  scene.client().open("wild");
  for (int number = 0; number != calls; ++number) {
    scene.client().send_raw(request("\"c" + std::to_string(number) + "\"", use("hang")));
  }
  for (int number = -10; number != calls; ++number) {  // the first ones belong to no request
    scene.client().notify("notifications/cancelled", "{\"requestId\":\"c" + std::to_string(number) + "\"}");
  }
  for (const char* nonsense : {"{}", R"({"requestId":null})", R"({"requestId":{}})", R"({"requestId":1.5})"}) {
    scene.client().notify("notifications/cancelled", nonsense);
  }
  const int count = scene.client().send("tools/call", use("cancel_count"));
  EXPECT_EQ(first_text(member(scene.client().answer_to(count), "result")), std::to_string(calls));
  EXPECT_THAT(scene.lines_until_proof(), testing::IsEmpty());
  scene.expect_unharmed();
}

TEST_P(AStdioClient, ThatReusesAnIdInFlightGetsAnAnswerToEachRequest) {
  StdioScene scene(server());
  scene.client().open("wild");
  std::multiset<std::string> expected;
  for (int number = 0; number != 20; ++number) {
    expected.insert(std::to_string(number));
    scene.client().send_raw(request("\"same\"", use("echo", "{\"n\":" + std::to_string(number) + "}")));
  }
  while (!expected.empty()) {
    const std::string line = scene.client().next_line();
    ASSERT_EQ(member(line, "id"), "\"same\"");
    const auto found = expected.find(member(line, "result.echo.n"));
    ASSERT_NE(found, expected.end()) << line;
    expected.erase(found);
  }
  scene.expect_unharmed();
}

TEST_P(AStdioClient, ThatReusesAnIdLaterGetsTheAnswerToTheLaterRequest) {
  StdioScene scene(server());
  scene.client().open("wild");
  for (int number = 0; number != 200; ++number) {
    scene.client().send_raw(request("7", use("echo", "{\"n\":" + std::to_string(number) + "}")));
    ASSERT_EQ(member(scene.client().next_line(), "result.echo.n"), std::to_string(number));
  }
  scene.client().send_raw(request("8", use("hang")));
  scene.client().notify("notifications/cancelled", R"({"requestId":8})");
  scene.client().send_raw(request("8", use("echo", R"({"n":1})")));
  EXPECT_EQ(member(scene.client().next_line(), "result.echo.n"), "1");
  scene.expect_unharmed();
}

TEST_P(AStdioClient, ThatEndsInTheMiddleOfARequestLeavesNothing) {
  StdioScene scene(server());
  scene.client().open("wild");
  const std::string text = request("9", use("echo"));
  scene.client().process().write(std::string_view(text).substr(0, text.size() / 2));
  scene.client().process().close_input();
  expect_ended(scene);
}

TEST_P(AStdioClient, ThatEndsWithoutReadingItsAnswersLeavesNothing) {
  StdioScene scene(server());
  scene.client().open("wild");
  for (int count = 0; count != 4; ++count) scene.client().send("tools/call", use("huge", R"({"bytes":4000000})"));
  scene.client().send("tools/call", use("hang"));
  scene.client().process().close_input();
  expect_ended(scene);
}

}  // namespace
