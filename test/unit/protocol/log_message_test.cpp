#include "protocol/log_message.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "protocol/notification.hpp"

namespace {

using namespace workbench;

std::string valid(const std::string& params) {
  const Json message = protocol::valid_log_message(Json(params));
  return std::string(message.text());
}

TEST(LogMessage, ThatIsValidStaysAsItIs) {
  for (const std::string_view level : protocol::kLogLevels) {
    const std::string params = R"({"data": null ,"level":")" + std::string(level) + R"(","x":1.0})";
    EXPECT_EQ(valid(params), params);
  }
  const std::string whole = R"({"level":"info","logger":"a","data":{"n":1e2},"_meta":{},"message":"m"})";
  EXPECT_EQ(valid(whole), whole);
}

TEST(LogMessage, HasTheLevelThatItsServerMeans) {
  const std::map<std::string, std::string> levels = {
      {"\"INFO\"", "info"},    {"\"Warning\"", "warning"}, {"\"warn\"", "warning"},
      {"\"WARN\"", "warning"}, {"\"fatal\"", "critical"},  {"\"trace\"", "debug"},
      {"\"err\"", "error"},    {"\"loud\"", "info"},       {"\"\"", "info"},
      {"4", "info"},           {"null", "info"},
  };
  for (const auto& [written, meant] : levels) {
    EXPECT_EQ(valid(R"({"level":)" + written + R"(,"data":"d"})"), R"({"level":")" + meant + R"(","data":"d"})");
  }
  EXPECT_EQ(valid(R"({"data":"d"})"), R"({"level":"info","data":"d"})");
}

TEST(LogMessage, HasTheTextThatItsServerHasCalledMessage) {
  EXPECT_EQ(valid(R"({"level":"error","message":"m","code":7})"), R"({"level":"error","data":"m","code":7})");
}

TEST(LogMessage, HasNoMemberOfAWrongType) {
  EXPECT_EQ(valid(R"({"level":"info","logger":7,"data":1,"_meta":[]})"), R"({"level":"info","data":1})");
  EXPECT_EQ(valid(R"({"level":"info","logger":null,"data":1,"_meta":{"a":1}})"),
            R"({"level":"info","data":1,"_meta":{"a":1}})");
}

TEST(LogMessage, HasEachMemberOnce) {
  EXPECT_EQ(valid(R"({"level":"info","data":1,"data":2})"), R"({"level":"info","data":1})");
}

TEST(LogMessage, IsNoneWithoutAnythingToLog) {
  for (const char* params : {"{}", R"({"level":"info"})", "[]", "\"text\"", "null", "7"}) EXPECT_EQ(valid(params), "");
  EXPECT_TRUE(protocol::valid_log_message({}).is_absent());
}

}  // namespace
