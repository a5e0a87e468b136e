// The line about one call.

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "call_record.hpp"

namespace workbench::call_log {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;

CallRecord record() {
  CallRecord record;
  record.time = sys_days(std::chrono::year(2026) / 1 / 2) + 3h + 4min + 5s + 6ms;
  record.principal = std::make_shared<Principal>(Principal{"ada", {}, {}});
  record.client = {"claude-code", "2.1"};
  record.tool = {"dev", "files", "read_file"};
  record.outcome = "result";
  record.duration = 12'345'678ns;
  record.bytes_in = 15;
  record.bytes_out = 2048;
  return record;
}

std::string time_in_line(std::chrono::system_clock::time_point time) {
  CallRecord changed = record();
  changed.time = time;
  return line_for(changed).substr(9, 24);
}

TEST(CallLine, HasEverythingButTheValues) {
  EXPECT_EQ(line_for(record()),
            R"({"time":"2026-01-02T03:04:05.006Z","principal":"ada","client":"claude-code","clientVersion":"2.1",)"
            R"("toolbox":"dev","server":"files","tool":"read_file","outcome":"result","milliseconds":12.345,)"
            R"("bytesIn":15,"bytesOut":2048})");
}

TEST(CallLine, LeavesOutWhatIsNotKnownOfTheCaller) {
  CallRecord anonymous = record();
  anonymous.principal = nullptr;
  anonymous.client = {};
  EXPECT_EQ(line_for(anonymous).substr(0, 60), R"({"time":"2026-01-02T03:04:05.006Z","toolbox":"dev","server":)");

  anonymous.principal = std::make_shared<Principal>();
  EXPECT_EQ(line_for(anonymous).find("principal"), std::string::npos);
}

TEST(CallLine, WritesEverythingElseInAsciiSoThatItHidesNothing) {
  CallRecord hostile = record();
  hostile.client = {"\u202e\u009b31m caf\u00e9\x7F\x1b", "\U000E0041"};
  hostile.error = Json("{\"message\":\"\u200b\"}");
  const std::string line = line_for(hostile);
  EXPECT_NE(line.find(R"("client":"\u202e\u009b31m caf\u00e9\u007f\u001b","clientVersion":"\udb40\udc41")"),
            std::string::npos)
      << line;
  EXPECT_TRUE(line.ends_with(R"("error":{"message":"\u200b"}})")) << line;
}

TEST(CallLine, HasTheValuesToTheByte) {
  CallRecord with_values = record();
  with_values.arguments = Json(R"({"n":1.10, "n":1e400})");
  with_values.result = Json(R"({ "content":[]})");
  EXPECT_TRUE(line_for(with_values).ends_with(R"(,"arguments":{"n":1.10, "n":1e400},"result":{ "content":[]}})"));

  with_values.result = {};
  with_values.error = Json(R"({"code":-32603,"message":"no"})");
  EXPECT_TRUE(line_for(with_values).ends_with(R"(1e400},"error":{"code":-32603,"message":"no"}})"));
}

TEST(CallLine, OfADecisionSaysWhoDecidedAndHowInPlaceOfAnOutcome) {
  CallRecord decided = record();
  decided.decision =
      std::make_unique<const Decision>(Decision{"tools/call", "no", "ada", "terminal", "not \u202e now"});
  EXPECT_EQ(line_for(decided),
            R"({"time":"2026-01-02T03:04:05.006Z","principal":"ada","client":"claude-code","clientVersion":"2.1",)"
            R"("toolbox":"dev","server":"files","tool":"read_file","method":"tools/call","decision":"no",)"
            R"("who":"ada","how":"terminal","reason":"not \u202e now"})");

  decided.decision = std::make_unique<const Decision>(Decision{"prompts/get", "expired", {}, {}, {}});
  EXPECT_TRUE(line_for(decided).ends_with(R"("method":"prompts/get","decision":"expired"})"));
}

TEST(CallLine, IsOneLineWhateverTheNamesAre) {
  CallRecord odd = record();
  odd.client.name = "a\"b\nc";
  odd.tool.tool = "\xff\r";
  const std::string line = line_for(odd);
  EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos);
  EXPECT_NE(line.find(R"("client":"a\"b\nc")"), std::string::npos);
  EXPECT_NE(line.find(R"("tool":"\ufffd\r")"), std::string::npos);
}

TEST(CallLine, HasItsTimeInUtcWithMilliseconds) {
  EXPECT_EQ(time_in_line(sys_days(std::chrono::year(2024) / 2 / 29) + 23h + 59min + 59s + 999'999us),
            "2024-02-29T23:59:59.999Z");
  EXPECT_EQ(time_in_line(sys_days(std::chrono::year(2026) / 12 / 31)), "2026-12-31T00:00:00.000Z");
}

TEST(CallLine, HasItsDurationInMillisecondsWithThreeDecimals) {
  CallRecord timed = record();
  timed.duration = 999ns;
  EXPECT_NE(line_for(timed).find("\"milliseconds\":0.000,"), std::string::npos);
  timed.duration = 61s + 7us;
  EXPECT_NE(line_for(timed).find("\"milliseconds\":61000.007,"), std::string::npos);
}

}  // namespace
}  // namespace workbench::call_log
