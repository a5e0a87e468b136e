// Servers that write text that is not a message, or not a response to a request.

#include <ostream>

#include "scene.hpp"

namespace {

using namespace chaos;

const std::string kHead = R"({"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":")";
const std::string kTail = "\"}]}}\n";
const std::string kAnswer = kHead + "fine" + kTail;
const std::string kUnreadable = "[wild/s/write] Error: the answer could not be read: ";
const std::string kNoAnswer = "[wild/s/write] Error: no answer within 300 ms";
const std::string kOverlong =
    "[wild/s/write] Error: the answer could not be read: the server sent a message of more than 4194304 bytes";

struct Row {
  const char* what;
  Writing writing;       ///< what the server writes when it is called
  std::string expected;  ///< how the text of the answer begins that the caller gets
  bool recovers = true;  ///< whether the server can answer the next call
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.what;
}

/// An answer that is changed in one place.
std::string answer_with(const std::string& text) {
  return kHead + text + kTail;
}

/// In writes of one byte, except the placeholder of the id.
Writing byte_by_byte(const std::string& text) {
  const std::string id = "$ID";
  const std::size_t at = text.find(id);
  Writing writing;
  for (const char byte : text.substr(0, at)) writing.push_back({std::string(1, byte)});
  writing.push_back({id});
  for (const char byte : text.substr(at + id.size())) writing.push_back({std::string(1, byte)});
  return writing;
}

std::string digits(std::size_t count) {
  return std::string(count, '9');
}

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {"GarbageLines", {{"Server ready!\n\n{\"half\":\n[1,2,3]\nnull\n7\n\"text\"\n{}\n}{\n"}, {kAnswer}}, "fine"},
      {"AnAnswerByteByByte", byte_by_byte(kAnswer), "fine"},
      {"HalfAnAnswerAndALineBreak", {{kHead + "fi\n"}}, kUnreadable},
      {"ALineWithoutEnd", {{kHead}, {std::string(1024, 'x'), 40 * 1024}}, kOverlong, false},
      {"AnOverlongLineThatIsNobodys", {{std::string(1024, 'x'), 40 * 1024}, {"\n"}, {kAnswer}}, "fine"},
      {"InvalidUtf8InTheAnswer", {{answer_with("\xFF\xC0\x80")}}, "\uFFFD\uFFFD\uFFFD"},
      {"InvalidUtf8BeforeTheAnswer", {{"\xFF\xFE\n"}, {kAnswer}}, "fine"},
      {"ANulInTheAnswer", {{answer_with(std::string(1, '\0'))}}, kUnreadable},
      {"NulsBeforeTheAnswer", {{std::string(1000, '\0') + "\n"}, {kAnswer}}, "fine"},
      {"AByteOrderMark", {{"\xEF\xBB\xBF" + kAnswer}}, "fine"},
      {"CarriageReturns", {{kAnswer.substr(0, kAnswer.size() - 1) + "\r\n"}}, "fine"},
      {"ADepthOfAMillion", {{"[", 1'000'000}, {"\n"}, {kAnswer}}, "fine"},
      {"ADepthOfAMillionInTheAnswer",
       {{R"({"jsonrpc":"2.0","id":$ID,"result":{"content":)"}, {"[", 1'000'000}, {"]", 1'000'000}, {"}}\n"}},
       kUnreadable},
      {"HugeNumbers",
       {{R"({"jsonrpc":"2.0","id":$ID,"result":{"n":[1e999,-1e-999,)" + digits(400) + "]," +
         kAnswer.substr(kAnswer.find("\"content\""))}},
       "fine"},
      {"HugeNumbersAsIds",
       {{line(R"({"jsonrpc":"2.0","id":1e999,"result":{}})")},
        {R"({"jsonrpc":"2.0","id":)" + digits(400) + ",\"result\":{}}\n"},
        {line(R"({"jsonrpc":"2.0","id":-1e-999,"result":{}})")},
        {kAnswer}},
       "fine"},
      {"ADuplicateId", {{R"({"id":$ID,)" + kAnswer.substr(1)}}, kUnreadable},
      {"ADuplicateResult", {{R"({"result":{},)" + kAnswer.substr(1)}}, kUnreadable},
      {"DuplicateKeysInTheResult",
       {{R"({"jsonrpc":"2.0","id":$ID,"result":{"a":1,"a":2,)" + kAnswer.substr(kAnswer.find("\"content\""))}},
       "fine"},
      {"LoneSurrogates", {{answer_with(R"(fine \ud800 \udc00\ud800)")}}, "fine"},
      {"ABatch", {{"[" + kAnswer.substr(0, kAnswer.size() - 1) + "]\n"}}, "fine"},
      {"ABatchOfAMillion", {{"["}, {"1,", 1'000'000}, {"1]\n"}, {kAnswer}}, "fine"},
      {"TheIdAsAText", {{R"({"jsonrpc":"2.0","id":"$ID",)" + kAnswer.substr(kAnswer.find("\"result\""))}}, "fine"},
      {"ALineOfALogWithTheId", {{line(R"({"level":"info","id":$ID,"message":"m"})")}, {kAnswer}}, "fine"},
      {"AnIdThatIsNoId",
       {{line(R"({"jsonrpc":"2.0","id":null,"result":{}})") + line(R"({"jsonrpc":"2.0","id":{},"result":{}})") +
         line(R"({"jsonrpc":"2.0","id":[$ID],"result":{}})") + line(R"({"jsonrpc":"2.0","result":{}})")}},
       kNoAnswer},
      {"TwoAnswers", {{kAnswer}, {answer_with("second"), 10}}, "fine"},
      {"AnswersToLaterRequests", {{line(R"({"jsonrpc":"2.0","id":$ID0,"result":{}})"), 10}, {kAnswer}}, "fine"},
      {"ResultAndError", {{R"({"error":{"code":1,"message":"m"},)" + kAnswer.substr(1)}}, kUnreadable},
      {"AResultThatIsNoObject",
       {{line(R"({"jsonrpc":"2.0","id":$ID,"result":[1]})")}},
       "[wild/s/write] Error: the server's result is not an object"},
      {"AnErrorThatIsNoObject", {{line(R"({"jsonrpc":"2.0","id":$ID,"error":"no"})")}}, "[wild/s/write] Error: no"},
      {"AnswersToNobody", {{line(R"({"jsonrpc":"2.0","id":987654321,"result":{}})"), 100'000}, {kAnswer}}, "fine"},
      {"ErrorsToNobody",
       {{line(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}})"), 100'000}, {kAnswer}},
       "fine"},
      {"EmptyLines", {{"\n", 1'000'000}, {kAnswer}}, "fine"},
      {"AFloodOfGarbage", {{"garbage\n", 100'000}, {kAnswer}}, "fine"},
      {"AFloodOfLogMessages",
       {{line(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"flood"}})"),
         30'000},
        {kAnswer}},
       "fine"},
      {"AFloodOfProgressForNobody",
       {{line(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}})"),
         100'000},
        {kAnswer}},
       "fine"},
      {"AFloodOfUnknownNotifications",
       {{line(R"({"jsonrpc":"2.0","method":"notifications/unknown"})"), 100'000}, {kAnswer}},
       "fine"},
      {"AFloodOfPings", {{line(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), 30'000}, {kAnswer}}, "fine"},
      {"AFloodOfUnknownRequests",
       {{line(R"({"jsonrpc":"2.0","id":"q","method":"unknown/method","params":{}})"), 30'000}, {kAnswer}},
       "fine"},
      {"AFloodOfInputRequests",
       {{line(
             R"({"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{"message":"m","requestedSchema":{}}})"),
         10'000},
        {kAnswer}},
       "fine"},
      {"RequestsWithIdsThatAreNone",
       {{line(R"({"jsonrpc":"2.0","id":null,"method":"ping"})") + line(R"({"jsonrpc":"2.0","id":{},"method":"ping"})") +
         line(R"({"jsonrpc":"2.0","id":1e999,"method":"ping"})") + R"({"jsonrpc":"2.0","id":)" + digits(400) +
         ",\"method\":\"ping\"}\n"},
        {kAnswer}},
       "fine"},
  };
  return kRows;
}

class Framing : public testing::TestWithParam<std::tuple<Era, Row>> {};
INSTANTIATE_TEST_SUITE_P(AServerThatWrites, Framing,
                         testing::Combine(testing::Values(Era::legacy, Era::modern), testing::ValuesIn(rows())),
                         [](const auto& row) {
                           return std::string(std::get<1>(row.param).what) + "_" + name_of(std::get<0>(row.param));
                         });

TEST_P(Framing, GivesItsCallerOneClearAnswerAndOthersNoHarm) {
  const auto& [era, row] = GetParam();
  const bool ends_by_time = row.expected == kNoAnswer;
  Scene scene(fake_server("s", of_era(era), ends_by_time ? R"("callTimeoutMs":300)" : ""),
              {"-D", "limits.messageBytes=4MiB"});
  Caller affected(scene.port(), era);
  affected.open("wild");
  const std::string text = affected.use_text("wild", "s", "write", write_arguments(row.writing));
  EXPECT_THAT(text, StartsWith(row.expected));
  if (row.recovers) affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed({.peak_growth_kib = 16 * 1024});
}

// RFC 8259, section 8.1: parsers "MAY ignore the presence of a byte order mark". Some programs write one first.
TEST(AServerThatBegins, WithAByteOrderMarkIsReady) {
  Scene scene(shell_server("s", std::string("printf '\\357\\273\\277'; exec ") + FAKE_SERVER),
              {"-D", "limits.probe=1m"});
  Caller affected(scene.port(), Era::legacy);
  affected.open("wild");
  affected.prove("wild", "s");
  affected.leave("wild");
  scene.expect_unharmed();
}

}  // namespace
