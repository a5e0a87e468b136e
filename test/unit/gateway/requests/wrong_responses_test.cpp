// A client that responds to an input request with something that is no response to it: what its server receives.

#include <ostream>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::HasSubstr;
using testing::Not;

struct WrongResponse {
  const char* name;
  const char* response;

  friend std::ostream& operator<<(std::ostream& out, const WrongResponse& row) { return out << row.name; }
};

class AWrongResponse : public WorkspaceFixture, public testing::WithParamInterface<WrongResponse> {
 protected:
  AWrongResponse() { toolbox_entry("dev").auto_open = true; }

  /// Calls a tool of the legacy server, which then asks; returns the call.
  int call_and_ask(TestClient& client) {
    const int call = client.use_tool("dev", "files");
    run_until_quiet();
    files_->run().request(77, "elicitation/create", kForm);
    EXPECT_TRUE(run_until([&] { return !client.received().empty(); }));
    return call;
  }
  /// The modern client's repetition of the call.
  static int repeat(TestClient& client, const std::string& asked, const std::string& response) {
    return client.request(
        "tools/call",
        R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{}},)"
        R"("inputResponses":{"q1":)" +
            response + R"(},"requestState":)" + member(asked, "result.requestState"));
  }

  static constexpr const char* kForm = R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})";
  static constexpr const char* kForms = R"({"elicitation":{}})";

  ScriptedServer* files_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(All, AWrongResponse,
                         testing::Values(WrongResponse{"Text", R"("yes")"}, WrongResponse{"Null", "null"},
                                         WrongResponse{"AnotherAction", R"({"action":"maybe"})"},
                                         WrongResponse{"NoAction", R"({"content":{}})"},
                                         WrongResponse{"AnotherResult", R"({"roots":[]})"}),
                         [](const auto& row) { return row.param.name; });

TEST_P(AWrongResponse, OfAModernClientIsRefusedAndTheLegacyServerStillWaits) {
  files_ = &add_server("dev", "files");
  files_->leave_unanswered("tools/call");
  const auto client = modern_client(kForms);
  call_and_ask(*client);
  const std::string asked = client->received().back();
  const std::string refused = client->result_of(repeat(*client, asked, GetParam().response));
  EXPECT_THAT(refused, HasSubstr(R"(error: {"code":-32602,"message":"tools/call: inputResponses.q1: )"));
  EXPECT_EQ(files_->run().find_response(77), nullptr);

  const int repeated = repeat(*client, asked, R"({"action":"accept","content":{}})");
  run_until_quiet();
  ASSERT_NE(files_->run().find_response(77), nullptr);
  EXPECT_EQ(files_->run().find_response(77)->result.text(), R"({"action":"accept","content":{}})");
  files_->run().answer("tools/call", R"({"content":[]})");
  EXPECT_THAT(client->result_of(repeated), HasSubstr(R"("content":[])"));
}

TEST_P(AWrongResponse, OfALegacyClientIsAnErrorToTheLegacyServer) {
  files_ = &add_server("dev", "files");
  files_->leave_unanswered("tools/call");
  const auto client = legacy_client(kForms);
  call_and_ask(*client);
  client->send(R"({"jsonrpc":"2.0","id":)" + member(client->received().back(), "id") + R"(,"result":)" +
               GetParam().response + "}");
  run_until_quiet();
  const jsonrpc::Envelope* const response = files_->run().find_response(77);
  ASSERT_NE(response, nullptr);
  EXPECT_THAT(std::string(response->error.text()),
              HasSubstr("the client's response to elicitation/create is not valid"));
}

TEST_P(AWrongResponse, OfALegacyClientIsNotSentToTheModernServer) {
  files_ = &add_server("dev", "files", "modern");
  files_->handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"resultType":"input_required","inputRequests":{"sure":{"method":"elicitation/create",)"
                           R"("params":)" +
                               std::string(kForm) + "}}}");
  });
  const auto client = legacy_client(kForms);
  const int call = client->use_tool("dev", "files");
  ASSERT_TRUE(run_until([&] { return !client->received().empty(); }));
  client->send(R"({"jsonrpc":"2.0","id":)" + member(client->received().back(), "id") + R"(,"result":)" +
               GetParam().response + "}");
  const std::string answer = client->result_of(call);
  EXPECT_EQ(member(answer, "isError"), "true");
  EXPECT_THAT(first_text(answer), HasSubstr("the client's response to elicitation/create is not valid"));
  EXPECT_EQ(files_->run().count("tools/call"), 1U);
}

// The server alone knows what it has asked for, and judges it.
TEST_P(AWrongResponse, OfAModernClientPassesToTheModernServer) {
  files_ = &add_server("dev", "files", "modern");
  const auto client = modern_client(kForms);
  const std::string asked = R"({"result":{"requestState":"s"}})";
  client->result_of(repeat(*client, asked, GetParam().response));
  EXPECT_EQ(member(files_->run().latest("tools/call").params.text(), "inputResponses.q1"), GetParam().response);
}

}  // namespace
