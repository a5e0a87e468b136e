#include "clients/request_state_signer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace {

using workbench::Json;
using workbench::clients::RequestStateSigner;
using Verdict = RequestStateSigner::Verdict;
using namespace std::chrono_literals;

const auto kNow = RequestStateSigner::Clock::time_point(1'000'000s);
const Json kParams(R"({"name":"a","arguments":{"n":1.0}})");

class TheSigner : public testing::Test {
 protected:
  Verdict verdict(const std::string& state, const Json& params, RequestStateSigner::Clock::time_point now = kNow,
                  std::string_view method = "tools/call") const {
    return signer_.verify(state, method, params, now).verdict;
  }

  RequestStateSigner signer_;
  const RequestStateSigner::SignedState made_ = signer_.sign("tools/call", kParams, kNow + 60s);
};

TEST_F(TheSigner, GivesTheHandleBackForTheStateThatItMade) {
  const auto verified = signer_.verify(made_.state, "tools/call", kParams, kNow);
  EXPECT_EQ(verified.verdict, Verdict::valid);
  EXPECT_EQ(verified.handle, made_.handle);
  EXPECT_TRUE(RequestStateSigner::is_ours(made_.state));
}

TEST_F(TheSigner, NeverMakesAStateTwice) {
  EXPECT_NE(signer_.sign("tools/call", kParams, kNow + 60s).state, made_.state);
}

TEST_F(TheSigner, AcceptsTheSameRequestWithWhatBelongsToOneSendingOfIt) {
  EXPECT_EQ(verdict(made_.state,
                    Json(R"({"arguments":{"n":1.0},"inputResponses":{},"requestState":"s","_meta":{},"name":"a"})")),
            Verdict::valid);
}

TEST_F(TheSigner, RefusesTheStateForAnotherRequest) {
  EXPECT_EQ(verdict(made_.state, Json(R"({"name":"a","arguments":{"n":2.0}})")), Verdict::forged);
  EXPECT_EQ(verdict(made_.state, Json(R"({"name":"a","arguments":{"n":1.0},"x":1})")), Verdict::forged);
  EXPECT_EQ(verdict(made_.state, kParams, kNow, "prompts/get"), Verdict::forged);
}

TEST_F(TheSigner, RefusesTheStateForParamsWhoseNamesAndValuesOnlyReadTheSameOneAfterTheOther) {
  const auto made = signer_.sign("tools/call", Json(R"({"a":1,"b":2})"), kNow + 60s);
  EXPECT_EQ(verdict(made.state, Json(R"({"a\u00001\u0000b":2})")), Verdict::forged);
  const auto half_a_pair = signer_.sign("tools/call", Json(R"({"\ud800":1})"), kNow + 60s);
  EXPECT_EQ(verdict(half_a_pair.state, Json(R"({"\udfff":1})")), Verdict::forged);
  EXPECT_EQ(verdict(half_a_pair.state, Json(R"({"\uD800":1})")), Verdict::valid);
}

TEST_F(TheSigner, RefusesAStateWithAnyByteChanged) {
  for (std::size_t place = 0; place < made_.state.size(); ++place) {
    std::string changed = made_.state;
    changed[place] = changed[place] == '0' ? '1' : '0';
    EXPECT_EQ(verdict(changed, kParams), Verdict::forged) << place;
  }
}

TEST_F(TheSigner, RefusesATextThatIsNotAStateOfOurs) {
  for (const char* state : {"", "mcp-workbench.1.", "mcp-workbench.1..", "mcp-workbench.1.a.b.c", "other"}) {
    EXPECT_EQ(verdict(state, kParams), Verdict::forged) << state;
  }
}

TEST_F(TheSigner, RefusesAStateThatHasExpired) {
  EXPECT_EQ(verdict(made_.state, kParams, kNow + 60s), Verdict::valid);
  EXPECT_EQ(verdict(made_.state, kParams, kNow + 61s), Verdict::expired);
}

TEST(ASignerWithAKey, RecognisesWhatAnotherWithTheSameKeyHasSigned) {
  const auto made = RequestStateSigner("key").sign("tools/call", kParams, kNow + 60s);
  EXPECT_EQ(RequestStateSigner("key").verify(made.state, "tools/call", kParams, kNow).verdict, Verdict::valid);
  EXPECT_EQ(RequestStateSigner("other").verify(made.state, "tools/call", kParams, kNow).verdict, Verdict::forged);
}

}  // namespace
