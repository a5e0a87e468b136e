#include "protocol/compat/server_result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using testing::HasSubstr;
using Type = ServerResult::Type;

Result<ServerResult> read(const std::string& result, std::string_view method = "tools/call") {
  return read_server_result(Json(result), method);
}

TEST(AServersResult, IsOfTheTypeThatItNames) {
  EXPECT_EQ(read(R"({"content":[]})")->type, Type::complete);
  EXPECT_EQ(read(R"({"resultType":"complete","inputRequests":7})")->type, Type::complete);
  EXPECT_EQ(read(R"({"resultType":"\u0063omplete"})")->type, Type::complete);
  EXPECT_EQ(read(R"({"resultType":"task","taskId":"t"})")->type, Type::task);
  EXPECT_EQ(read(R"({"resultType":"input_required","requestState":""})")->type, Type::input_required);
}

TEST(AServersResult, IsWhatAnExtensionSaysInResponseToItsOwnMethods) {
  EXPECT_EQ(read(R"({"resultType":"acme_later"})", "acme/reindex")->type, Type::complete);
}

TEST(AServersResult, HasTheInputRequestsByTheirKeys) {
  const auto result = read(R"({"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},)"
                           R"("b":{"method":"elicitation/create","params":{"m":1.0}}},"requestState":"a\/b"})",
                           "prompts/get");
  ASSERT_TRUE(result);
  const InputRequired& required = result->required;
  ASSERT_EQ(required.input_requests.size(), 2U);
  EXPECT_EQ(required.input_requests[0].first, "a");
  EXPECT_EQ(required.input_requests[1].second.method, "elicitation/create");
  EXPECT_EQ(required.input_requests[1].second.params.text(), R"({"m":1.0})");
  EXPECT_EQ(required.request_state.text(), R"("a\/b")");
}

struct Misbehaving {
  const char* result;  ///< members
  const char* fault;   ///< in the error
  const char* method = "tools/call";

  friend std::ostream& operator<<(std::ostream& out, const Misbehaving& row) { return out << row.result; }
};

class AServersResultThatIsNone : public testing::TestWithParam<Misbehaving> {};

INSTANTIATE_TEST_SUITE_P(
    All, AServersResultThatIsNone,
    testing::Values(
        Misbehaving{R"("resultType":"later")", R"(of the unknown resultType "later")"},
        Misbehaving{R"("resultType":"")", "of the unknown resultType"},
        Misbehaving{R"("resultType":"Complete")", "of the unknown resultType"},
        Misbehaving{R"("resultType":1)", "of the unknown resultType 1"},
        Misbehaving{R"("resultType":null)", "of the unknown resultType null"},
        Misbehaving{R"("resultType":["complete"])", "of the unknown resultType"},
        Misbehaving{R"("resultType":"input_required","content":[])", "has neither inputRequests nor requestState"},
        Misbehaving{R"("resultType":"input_required","inputRequests":[])", "inputRequests is not an object"},
        Misbehaving{R"("resultType":"input_required","inputRequests":null,"requestState":"s")",
                    "inputRequests is not an object"},
        Misbehaving{R"("resultType":"input_required","inputRequests":"ask")", "inputRequests is not an object"},
        Misbehaving{R"("resultType":"input_required","requestState":7)", "requestState is not a string"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{},"requestState":{})",
                    "requestState is not a string"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":"roots/list"})", "inputRequests.a is not a"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{}})", "inputRequests.a is not a request"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{"method":"ping"}})",
                    "inputRequests.a is not a request"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{"method":"acme/ask","params":{}}})",
                    "inputRequests.a is not a request"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{"method":7}})",
                    "inputRequests.a is not a request"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"r":{"method":"roots/list"},)"
                    R"("a":{"method":"elicitation/create"}})",
                    "inputRequests.a.params is not an object"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage",)"
                    R"("params":[]}})",
                    "inputRequests.a.params is not an object"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{"method":"roots/list","params":7}})",
                    "inputRequests.a.params is not an object"},
        Misbehaving{R"("resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create",)"
                    R"("params":{"mode":"voice"}}})",
                    "inputRequests.a.params.mode is not known"},
        Misbehaving{R"("resultType":"input_required","requestState":"s")", "in response to completion/complete",
                    "completion/complete"},
        Misbehaving{R"("resultType":"input_required","requestState":"s")", "in response to tasks/get", "tasks/get"}));

TEST_P(AServersResultThatIsNone, IsAnErrorThatSaysWhy) {
  const auto result = read("{" + std::string(GetParam().result) + "}", GetParam().method);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::protocol);
  EXPECT_THAT(result.error().message, HasSubstr(GetParam().fault));
}

TEST(ATask, AsksForInputWhereItsStatusSaysSo) {
  const auto asked = [](const std::string& task) { return read_task_input(Json(task)); };
  constexpr const char* kRoots = R"("inputRequests":{"r":{"method":"roots/list"}}})";
  EXPECT_EQ(asked(R"({"status":"input_required",)" + std::string(kRoots))->input_requests.size(), 1U);
  EXPECT_TRUE(asked(R"({"status":"working",)" + std::string(kRoots))->input_requests.empty());
  EXPECT_TRUE(asked(R"({"status":"input_required"})")->input_requests.empty());
  EXPECT_THAT(asked(R"({"status":"input_required","inputRequests":{"r":{"method":"ping"}}})").error().message,
              HasSubstr("inputRequests.r is not a request"));
}

}  // namespace
