// The word for how a call ended.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/outcome_word.hpp>
#include <workbench/testing/loop_host.hpp>

namespace workbench::call_log {
namespace {

class OutcomeWord : public testing::Test {
 protected:
  std::string_view word(const Response& response, bool is_error, std::optional<ErrorKind> failure = std::nullopt,
                        bool is_modern = false) {
    const std::string_view found = outcome_word({response, is_error, {}, failure}, is_modern, host.json());
    EXPECT_NE(std::find(kOutcomeWords.begin(), kOutcomeWords.end(), found), kOutcomeWords.end()) << found;
    return found;
  }

  test::LoopHost host;
};

TEST_F(OutcomeWord, IsResultForAResult) {
  EXPECT_EQ(word(Json(R"({"content":[]})"), false), "result");
}

TEST_F(OutcomeWord, IsToolErrorForTheErrorOfATool) {
  EXPECT_EQ(word(Json(R"({"isError":true,"content":[]})"), true), "tool_error");
}

TEST_F(OutcomeWord, SaysWhyTheToolHasNotAnsweredWhateverTheClientGets) {
  const std::pair<ErrorKind, std::string_view> kWords[] = {{ErrorKind::not_found, "refused"},
                                                           {ErrorKind::invalid_argument, "refused"},
                                                           {ErrorKind::timed_out, "timed_out"},
                                                           {ErrorKind::unavailable, "unavailable"},
                                                           {ErrorKind::busy, "busy"},
                                                           {ErrorKind::protocol, "server_error"},
                                                           {ErrorKind::internal, "failed"},
                                                           {ErrorKind::cancelled, "cancelled"},
                                                           {ErrorKind::login_required, "login_required"}};
  for (const auto& [kind, expected] : kWords) {
    EXPECT_EQ(word(Json(R"({"isError":true,"content":[]})"), true, kind), expected);
    EXPECT_EQ(word(Error{kind, "it did not work"}, true, kind), expected);
  }
}

TEST_F(OutcomeWord, IsInputRequiredWhereAModernServerWantsInput) {
  const Json required(R"({"resultType":"input_required","inputRequests":{}})");
  EXPECT_EQ(word(required, false, {}, true), "input_required");
  EXPECT_EQ(word(required, false, {}, false), "result");
  EXPECT_EQ(word(Json(R"({"content":[],"text":"input_required"})"), false, {}, true), "result");
}

}  // namespace
}  // namespace workbench::call_log
