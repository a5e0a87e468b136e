#include "protocol/compat/input_required.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;

std::string text_of(const Json& json) {
  return std::string(json.text());
}

constexpr const char* kResult =
    R"({"resultType":"input_required","inputRequests":{"name":{"method":"elicitation/create","params":{"m":1.0}},)"
    R"("r":{"method":"roots/list"}},"requestState":"a\/b"})";

TEST(AnInputRequiredResult, IsReadWithItsKeysAndItsState) {
  const auto required = read_input_required(Json(std::string(kResult)));
  ASSERT_TRUE(required);
  ASSERT_EQ(required->input_requests.size(), 2U);
  EXPECT_EQ(required->input_requests[0].first, "name");
  EXPECT_EQ(required->input_requests[0].second.method, "elicitation/create");
  EXPECT_EQ(required->input_requests[0].second.params.text(), R"({"m":1.0})");
  EXPECT_EQ(required->input_requests[1].second.method, "roots/list");
  EXPECT_TRUE(required->input_requests[1].second.params.is_absent());
  EXPECT_EQ(required->request_state.text(), R"("a\/b")");
}

TEST(AnInputRequiredResult, IsWrittenAsItWasRead) {
  EXPECT_EQ(text_of(write_input_required(*read_input_required(Json(std::string(kResult))))), kResult);
  EXPECT_EQ(text_of(write_input_required({})), R"({"resultType":"input_required","inputRequests":{}})");
}

TEST(AnInputRequiredResult, IsNotACompleteResult) {
  EXPECT_FALSE(read_input_required(Json(R"({"resultType":"complete","inputRequests":{}})")));
  EXPECT_FALSE(read_input_required(Json(R"({"content":[]})")));
}

TEST(ARepetition, HasTheResponsesAndTheState) {
  const Repetition repetition =
      read_repetition(Json(R"({"name":"a","inputResponses":{"q":1},"requestState":"s"})")).value();
  EXPECT_EQ(repetition.input_responses.text(), R"({"q":1})");
  EXPECT_EQ(repetition.request_state.text(), R"("s")");
  EXPECT_TRUE(read_repetition(Json(R"({"name":"a"})"))->request_state.is_absent());
}

TEST(ARepetition, OfOtherTypesIsRefused) {
  const auto refusal = [](const char* params) { return read_repetition(Json(std::string(params))).error().message; };
  for (const char* params : {R"({"inputResponses":[]})", R"({"inputResponses":null})", R"({"inputResponses":"yes"})"}) {
    EXPECT_EQ(refusal(params), "params.inputResponses must be an object");
  }
  for (const char* params : {R"({"requestState":7})", R"({"requestState":null,"inputResponses":{}})"}) {
    EXPECT_EQ(refusal(params), "params.requestState must be a string");
  }
}

TEST(AnInputRequiredResult, IsSentToAClientThatHasDeclaredAllThatItAsksFor) {
  const auto required = read_input_required(Json(
      R"({"resultType":"input_required","inputRequests":{"u":{"method":"elicitation/create","params":{"mode":"url"}},)"
      R"("f":{"method":"elicitation/create","params":{}},"s":{"method":"sampling/createMessage","params":{"tools":[]}},)"
      R"("r":{"method":"roots/list"}}})"));
  const auto missing_in = [&](const char* capabilities) -> std::string {
    const auto refusal = cannot_be_sent(*required, Json(std::string(capabilities)));
    return refusal ? std::string(refusal->object.text()) : "";
  };
  EXPECT_EQ(missing_in(R"({"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}})"), "");
  EXPECT_EQ(missing_in(R"({"elicitation":{},"sampling":{"tools":{}},"roots":{}})"),
            R"({"code":-32021,"message":"the server asks for what this request does not declare: elicitation in url )"
            R"(mode","data":{"requiredCapabilities":{"elicitation":{"url":{}}}}})");
  EXPECT_EQ(missing_in("{}"),
            R"({"code":-32021,"message":"the server asks for what this request does not declare: elicitation in form )"
            R"(mode, elicitation in url mode, sampling with tools, roots","data":{"requiredCapabilities":)"
            R"({"elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}}})");
}

TEST(AState, OfAnotherWorkbenchIsMarkedOnItsWayToTheClientAndComesBackAsItWas) {
  const Json marked = with_state_marked(Json(R"({ "requestState" : "mcp-workbench.1.x" , "n" : 1.0 })"));
  EXPECT_EQ(marked.text(), R"({ "requestState" : "mcp-workbench.passed.mcp-workbench.1.x" , "n" : 1.0 })");
  EXPECT_EQ(text_of(without_mark(Json(R"("mcp-workbench.passed.mcp-workbench.1.x")"))), R"("mcp-workbench.1.x")");
}

TEST(AState, OfAnotherWorkbenchComesBackToTheByteHoweverItIsWritten) {
  for (const char* state : {R"("mcp-workbench.1.\ud800")", R"("\u006dcp-workbench.1.\/")"}) {
    const Json marked = with_state_marked(Json(R"({"requestState":)" + std::string(state) + "}"));
    const Json passed = read_repetition(marked)->request_state;
    EXPECT_NE(text_of(passed), state);
    EXPECT_EQ(text_of(without_mark(passed)), state);
  }
  // A client that writes the mark in another way than it came.
  EXPECT_EQ(text_of(without_mark(Json(R"("mcp-workbench.\u0070assed.mcp-workbench.1.x")"))), R"("mcp-workbench.1.x")");
}

TEST(AState, ThroughSeveralWorkbenchesHasAMarkOfEach) {
  const Json once = with_state_marked(Json(R"({"requestState":"mcp-workbench.1.x"})"));
  const Json twice = with_state_marked(once);
  EXPECT_EQ(twice.text(), R"({"requestState":"mcp-workbench.passed.mcp-workbench.passed.mcp-workbench.1.x"})");
}

TEST(AState, OfAnyOtherServerPassesToTheByte) {
  for (const char* result : {R"({"requestState":"a\/b"})", R"({"requestState":7})", R"({"content":[]})"}) {
    EXPECT_EQ(text_of(with_state_marked(Json(std::string(result)))), result);
  }
  EXPECT_EQ(text_of(without_mark(Json(R"("a\/b")"))), R"("a\/b")");
  EXPECT_TRUE(without_mark(Json()).is_absent());
}

TEST(OnlySomeMethods, AreRepeated) {
  EXPECT_TRUE(may_be_repeated("tools/call"));
  EXPECT_TRUE(may_be_repeated("resources/read"));
  EXPECT_FALSE(may_be_repeated("tools/list"));
}

}  // namespace
