// Input requests that a server makes during a call, and the errors that ask the user to visit a URL.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kForms = R"({"elicitation":{}})";
constexpr const char* kUrls = R"({"elicitation":{"url":{}}})";

constexpr const char* kUrlElicitationRequired =
    R"({"code":-32042,"message":"Not signed in","data":{"elicitations":[{"mode":"url","elicitationId":"e1",)"
    R"("url":"https://example.com/in","message":"Sign in"}]}})";

class InputRequest : public testing::Test {
 protected:
  void initialize(std::string_view revision, std::string_view capabilities) {
    client.initialize(revision, capabilities);
    client.open("dev");
  }

  WorkbenchClient client{dev_toolbox(fake_server("s"))};
};

TEST_F(InputRequest, ThatTheServerCancelsIsCancelledAtTheClient) {
  initialize("2025-11-25", kForms);
  EXPECT_EQ(client.use_text("dev", "s", "cancel_elicitation"), "cancelled");
  ASSERT_EQ(client.notifications().size(), 2U);
  const std::string& input_request = client.notifications()[0];
  EXPECT_EQ(member(input_request, "method"), "\"elicitation/create\"");
  EXPECT_EQ(client.notifications()[1], R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                                           member(input_request, "id") + R"(,"reason":"answered elsewhere"}})");
}

TEST_F(InputRequest, IsCancelledAtTheClientThatCancelsTheCall) {
  initialize("2025-11-25", kForms);
  const int call = client.send("tools/call", use_tool_params("dev", "s", "elicit"));
  const std::string input_request = client.next_line();
  EXPECT_EQ(member(input_request, "method"), "\"elicitation/create\"");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(call) + "}");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                                    member(input_request, "id") + "}}");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "1");
}

TEST_F(InputRequest, ThatWasAnsweredAtItsUrlIsReportedCompleteAfterTheCall) {
  initialize("2025-11-25", kUrls);
  EXPECT_THAT(client.use("dev", "s", "complete_elicitation"), HasSubstr("-32042"));
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "0");
  EXPECT_THAT(client.notifications(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/elicitation/complete",)"
                                                  R"("params":{"elicitationId":"e1"}})"));
}

TEST_F(InputRequest, ThatWasAnsweredAtItsUrlIsNotReportedToOlderRevisions) {
  initialize("2025-06-18", kForms);
  client.use("dev", "s", "complete_elicitation");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "0");
  EXPECT_THAT(client.notifications(), ElementsAre());
}

/// The member `_meta` of a modern request.
std::string modern_meta(const std::string& capabilities) {
  return R"("_meta":{"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},)" +
         modern_request_metadata(capabilities) + "}";
}

TEST(NestedInputRequest, PassesThroughBothWorkbenchesAndItsResponseBack) {
  const TemporaryFolder folder;
  const auto inner = folder.write("inner.json", toolboxes_file(toolbox("d", fake_server("s")), "flat"));
  WorkbenchClient client(dev_toolbox(R"("inner":{"command":")" + std::string(WORKBENCH_PROGRAM) +
                                     R"(","args":["--config",")" + inner.string() + "\"]}"));
  const std::string meta = modern_meta(kForms);
  const std::string incomplete = client.request("tools/call", use_tool_params("dev", "inner", "elicit", "{}", meta));
  ASSERT_THAT(incomplete, HasSubstr(R"("inputRequests":{"q1":{"method":"elicitation/create")"));
  const std::string response =
      R"(,"inputResponses":{"q1":{"action":"decline"}},"requestState":)" + member(incomplete, "requestState");
  const std::string complete =
      client.request("tools/call", use_tool_params("dev", "inner", "elicit", "{}", meta + response));
  EXPECT_EQ(first_text(complete), R"({"action":"decline"})");
}

class UrlElicitationRequired : public InputRequest {
 protected:
  std::string fail(const std::string& more_members = {}) {
    return client.request("tools/call",
                          use_tool_params("dev", "s", "jsonrpc_error", kUrlElicitationRequired, more_members));
  }
};

TEST_F(UrlElicitationRequired, ReachesAClientThatSupportsUrls) {
  initialize("2025-11-25", kUrls);
  EXPECT_EQ(fail(), std::string("error: ") + kUrlElicitationRequired);
}

TEST_F(UrlElicitationRequired, IsATextWithTheUrlForOtherClients) {
  initialize("2025-06-18", kForms);
  const std::string result = fail();
  EXPECT_EQ(first_text(result),
            "[dev/s/jsonrpc_error] Error: Not signed in; visit https://example.com/in first (Sign in)");
  EXPECT_EQ(member(result, "isError"), "true");
}

TEST_F(UrlElicitationRequired, IsAnInputRequestForAModernClient) {
  EXPECT_THAT(fail(modern_meta(kUrls)),
              HasSubstr(R"("inputRequests":{"u1":{"method":"elicitation/create","params":)"
                        R"({"mode":"url","message":"Sign in","url":"https://example.com/in"}}})"));
  EXPECT_THAT(fail(modern_meta(kForms)), StartsWith(R"(error: {"code":-32021,"message":"Not signed in")"));
}

}  // namespace
