// Clients that write text that is not a message, or an invalid request: over stdio, and as the body of a POST.

#include <algorithm>
#include <ostream>

#include "scene.hpp"

namespace {

using namespace chaos;
using namespace std::string_literals;

constexpr std::size_t kLimit = 1 << 20;  // limits.messageBytes

struct Row {
  const char* what;
  Writing writing;
  std::vector<std::string> over_stdio;  ///< what each line has that comes of it, in order
  int status = 400;                     ///< of the POST with these bytes
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.what;
}

const std::string kNotJson = R"("code":-32700)";
const std::string kNoMessage = R"("code":-32600)";
const std::string kId7 = R"("id":7,)";

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {"Garbage", {{"GET / HTTP/1.1\n"}}, {kNotJson}},
      {"HalfARequest", {{line(R"({"jsonrpc":"2.0","id":7,"method":"ping")")}}, {kId7 + "\"error\":{" + kNotJson}},
      {"AnOverlongLine",
       {{R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":")"}, {std::string(1024, 'x'), 2048}, {"\"}}\n"}},
       {kId7},
       413},
      {"InvalidUtf8",
       {{"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"x\":\"\xFF\"}}\n"}},
       {kNotJson}},
      {"ANul", {{"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"pi\0ng\"}\n"s}}, {kNotJson}},
      {"AByteOrderMark",
       {{"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n"}},
       {R"("id":7,"result":{})"},
       200},
      {"CarriageReturns",
       {{"\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\r\"method\":\"ping\"}\r\n"}},
       {R"("id":7,"result":{})"},
       200},
      {"ADepthOfAMillion", {{"[", 1'000'000}, {"\n"}}, {kNoMessage}},
      {"ADepthOfAMillionInARequest",
       {{R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":)"}, {"[", 500'000}, {"]", 500'000}, {"}}\n"}},
       {kId7}},
      {"AHugeNumberAsId",
       {{line(R"({"jsonrpc":"2.0","id":1e999,"method":"ping"})")}},
       {R"("id":1e999,"error":{"code":-32600)"},
       200},
      {"AnIdOf400Digits",
       {{"{\"jsonrpc\":\"2.0\",\"id\":" + std::string(400, '9') + ",\"method\":\"ping\"}\n"}},
       {R"(9,"result":{})"},
       200},
      {"HugeNumbersInTheParams",
       {{R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"n":[1e999,-1e-999,)" + std::string(400, '9') + "]}}\n"}},
       {R"("id":7,"result":{})"},
       200},
      {"ANullAsId", {{line(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")}}, {kNoMessage}},
      {"AnObjectAsId", {{line(R"({"jsonrpc":"2.0","id":{},"method":"ping"})")}}, {kNoMessage}},
      {"DuplicateIds", {{line(R"({"jsonrpc":"2.0","id":7,"id":8,"method":"ping"})")}}, {kNoMessage}},
      {"DuplicateMethods", {{line(R"({"jsonrpc":"2.0","id":7,"method":"ping","method":"ping"})")}}, {kId7}},
      {"ALoneSurrogateAsMethod", {{line(R"({"jsonrpc":"2.0","id":7,"method":"\ud800"})")}}, {kId7}, 200},
      {"ALoneSurrogateAsId",
       {{line(R"({"jsonrpc":"2.0","id":"\ud800","method":"ping"})")}},
       {R"("id":"\ud800","result":{})"},
       200},
      {"ABatch", {{line(R"([{"jsonrpc":"2.0","id":7,"method":"ping"}])")}}, {kNoMessage}},
      {"AnEmptyBatch", {{"[]\n"}}, {kNoMessage}},
      {"ABatchOfManyOnes", {{"["}, {"1,", 400'000}, {"1]\n"}}, {kNoMessage}},
      {"AnAnswerToNobody", {{line(R"({"jsonrpc":"2.0","id":987654321,"result":{}})")}}, {}, 202},
      {"AnErrorToNobody", {{line(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}})")}}, {}, 202},
      {"AMessageThatIsNone", {{line(R"({"jsonrpc":"2.0","id":7})")}}, {kId7}},
      {"AnotherVersion", {{line(R"({"jsonrpc":"1.0","id":7,"method":"ping"})")}}, {kId7}},
      {"AnUnknownMethod", {{line(R"({"jsonrpc":"2.0","id":7,"method":"no/such"})")}}, {R"("code":-32601)"}, 200},
      {"ParamsThatAreNoObject",
       {{line(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]})")}},
       {kId7},
       200},
  };
  return kRows;
}

std::string name_of_row(const testing::TestParamInfo<Row>& row) {
  return row.param.what;
}

class AClientThatWrites : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Framing, AClientThatWrites, testing::ValuesIn(rows()), name_of_row);

TEST_P(AClientThatWrites, GetsOneAnswerToEachMessageOverStdioAndIsServedOn) {
  const Row& row = GetParam();
  StdioScene scene(fake_server("s"), {"-D", "limits.messageBytes=" + std::to_string(kLimit)});
  scene.client().process().write(text_of(row.writing));
  const std::vector<std::string> lines = scene.lines_until_proof();
  EXPECT_EQ(lines.size(), row.over_stdio.size()) << testing::PrintToString(lines);
  for (std::size_t i = 0; i < std::min(lines.size(), row.over_stdio.size()); ++i) {
    EXPECT_THAT(lines[i], HasSubstr(row.over_stdio[i]));
  }
  scene.expect_unharmed();
}

TEST_P(AClientThatWrites, GetsAStatusOverHttpAndOthersNoticeNothing) {
  const Row& row = GetParam();
  Scene scene(fake_server("s"), {"-D", "limits.messageBytes=" + std::to_string(kLimit)});
  const std::string session = scene.workbench().initialize();
  const auto answer = scene.workbench().post(text_of(row.writing), {{"Mcp-Session-Id", session}});
  EXPECT_EQ(answer.status, row.status) << answer.body;
  static_cast<void>(test_support::HttpClient(scene.port()).ask("DELETE", "/mcp", {{"Mcp-Session-Id", session}}));
  scene.expect_unharmed();
}

struct Flood {
  const char* what;
  std::string line;  ///< is sent this often
  std::size_t times;
  std::size_t answers;  ///< how many lines come of it
};

void PrintTo(const Flood& flood, std::ostream* out) {
  *out << flood.what;
}

class AClientThatFloods : public testing::TestWithParam<Flood> {};
INSTANTIATE_TEST_SUITE_P(
    Framing, AClientThatFloods,
    testing::Values(Flood{"EmptyLines", "\n", 1'000'000, 0}, Flood{"Garbage", "garbage\n", 20'000, 20'000},
                    Flood{"Notifications", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\"}\n", 100'000, 0},
                    Flood{
                        "Cancellations",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}\n",
                        100'000, 0},
                    Flood{"AnswersToNobody", "{\"jsonrpc\":\"2.0\",\"id\":99999,\"result\":{}}\n", 100'000, 0},
                    Flood{"Pings", "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n", 20'000, 20'000}),
    [](const auto& row) { return row.param.what; });

TEST_P(AClientThatFloods, GetsOneAnswerToEachRequestAndIsServedOn) {
  const Flood& flood = GetParam();
  StdioScene scene(fake_server("s"));
  scene.client().process().write(text_of({{flood.line, flood.times}}));
  EXPECT_EQ(scene.lines_until_proof().size(), flood.answers);
  scene.expect_unharmed();
}

}  // namespace
