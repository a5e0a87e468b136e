// Servers that end, stop or lose a stream while they are called, with and without descendants.

#include <csignal>
#include <ostream>

#include "scene.hpp"

namespace {

using namespace chaos;

const std::vector<std::string> kQuickEnd{"-D", "limits.shutdown=600ms", "-D", "limits.serverEnd=600ms"};
const std::string kHalf = R"({"jsonrpc":"2.0","id":$ID,"result":{"content":[)";

struct Row {
  const char* what;
  std::string tool;
  std::string arguments;
  std::string expected;  ///< in the text that the caller gets
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.what;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {"Exits", "exit", R"({"code":3})", "the server ended with exit code 3"},
      {"ExitsInMidAnswer", "write", write_arguments({{kHalf}}, "exit"),
       "the server ended in the middle of a message: the server ended with exit code 0"},
      {"IsKilled", "kill_self", R"({"signal":9})", "the server was ended by signal 9 (SIGKILL)"},
      {"IsKilledInMidAnswer", "write", write_arguments({{kHalf}}, "kill"),
       "the server ended in the middle of a message: the server was ended by signal 9 (SIGKILL)"},
      {"Crashes", "kill_self", R"({"signal":11})", "the server was ended by signal 11 (SIGSEGV)"},
      {"IsTerminated", "kill_self", R"({"signal":15})", "the server was ended by signal 15 (SIGTERM)"},
      {"ClosesItsOutput", "close_stdout", "{}", "the server closed its standard output and was stopped"},
  };
  return kRows;
}

class ACall : public testing::TestWithParam<std::tuple<Era, Row>> {};
INSTANTIATE_TEST_SUITE_P(Call, ACall,
                         testing::Combine(testing::Values(Era::legacy, Era::modern), testing::ValuesIn(rows())),
                         [](const auto& row) {
                           return std::string(std::get<1>(row.param).what) + "_" + name_of(std::get<0>(row.param));
                         });

TEST_P(ACall, GetsTheReasonAndTheNextOneStartsTheServerAgain) {
  const auto& [era, row] = GetParam();
  Scene scene(fake_server("s", of_era(era)), kQuickEnd);
  Caller affected(scene.port(), era);
  affected.open("wild");
  const std::string prefix = "[wild/s/" + row.tool + "] Error: ";
  const std::string text = affected.use_text("wild", "s", row.tool, row.arguments);
  EXPECT_THAT(text, AllOf(StartsWith(prefix), HasSubstr(row.expected)));
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

class AServerOf : public testing::TestWithParam<Era> {};
INSTANTIATE_TEST_SUITE_P(Eras, AServerOf, testing::Values(Era::legacy, Era::modern),
                         [](const auto& row) { return name_of(row.param); });

TEST_P(AServerOf, ThatIsStoppedFailsItsCallsInTimeAndAnswersWhenItContinues) {
  Scene scene(fake_server("s", of_era(GetParam()), R"("callTimeoutMs":300)"));
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  const int process = std::stoi(affected.use_text("wild", "s", "pid"));
  ::kill(process, SIGSTOP);
  EXPECT_THAT(affected.use_text("wild", "s", "echo"), StartsWith("[wild/s/echo] Error: no answer within 300 ms"));
  ::kill(process, SIGCONT);
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatIsStoppedEndsWithItsToolbox) {
  Scene scene(fake_server("s", of_era(GetParam())), kQuickEnd);
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  ::kill(std::stoi(affected.use_text("wild", "s", "pid")), SIGSTOP);
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatIgnoresSigtermEndsWithItsToolbox) {
  Scene scene(fake_server("s", of_era(GetParam(), {"--ignore-signals"})), kQuickEnd);
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatClosesItsInputFailsItsCallsAndIsStartedAgain) {
  Scene scene(fake_server("s", of_era(GetParam()), R"("callTimeoutMs":300)"), kQuickEnd);
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  for (int i = 0; i < 2; ++i) {
    const std::string text = affected.use_text("wild", "s", "close_stdin");
    EXPECT_THAT(text, StartsWith("[wild/s/close_stdin] Error: "));
  }
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatEndsAndLeavesGrandchildrenWithItsPipesIsStartedAgainWithoutThem) {
  Scene scene(fake_server("s", of_era(GetParam())), kQuickEnd);
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  const int detached = std::stoi(affected.use_text("wild", "s", "detach"));
  EXPECT_THAT(affected.use_text("wild", "s", "exit", R"({"code":3})"), HasSubstr("exit code 3"));
  affected.prove("wild", "s");
  EXPECT_TRUE(scene.waits_for_end_of(detached));
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatFloodsItsStderrAnswersAndDelaysNoOther) {
  Scene scene(fake_server("s", of_era(GetParam())));
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  const std::string flood = write_arguments({{"flood " + std::string(90, 'x') + "\n", 50'000}, {"\n", 50'000}});
  EXPECT_EQ(affected.use_text("wild", "s", "write_errors", flood), "written");
  const std::string endless = write_arguments({{std::string(1000, 'x'), 10'000}});
  EXPECT_EQ(affected.use_text("wild", "s", "write_errors", endless), "written");
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatEndsAtEveryCallIsStartedLessAndLessOften) {
  Scene scene(fake_server("s", of_era(GetParam())));
  Caller affected(scene.port(), GetParam());
  affected.open("wild");
  std::string text;
  for (int call = 0; call < 20 && text.find("times in a row") == std::string::npos; ++call) {
    text = affected.use_text("wild", "s", "exit", R"({"code":3})");
    EXPECT_THAT(text, AllOf(StartsWith("[wild/s/exit] Error: the server "), HasSubstr("exit code 3")));
  }
  EXPECT_THAT(text, HasSubstr("times in a row and may be started again in "));
  affected.leave("wild");
  scene.expect_unharmed();
}

TEST_P(AServerOf, ThatEndsWhileManyWaitGivesEachItsReason) {
  Scene scene(fake_server("s", of_era(GetParam())));
  Caller affected(scene.port(), Era::modern);
  affected.open("wild");
  std::vector<std::unique_ptr<Caller>> waiting;
  for (int i = 0; i < 50; ++i) {
    waiting.push_back(std::make_unique<Caller>(scene.port(), Era::modern));
    waiting.back()->prove("wild", "s");  // its connection has been accepted then
    waiting.back()->send_use("wild", "s", "hang");
  }
  affected.prove("wild", "s");
  EXPECT_THAT(affected.use_text("wild", "s", "kill_self"), HasSubstr("signal 9"));
  for (const auto& caller : waiting) {
    EXPECT_THAT(first_text(caller->receive_result()),
                AllOf(StartsWith("[wild/s/hang] Error: "), HasSubstr("signal 9")));
  }
  waiting.clear();
  scene.expect_unharmed();
}

}  // namespace
