// A client of each era with a server of each era: what a call, its progress, its cancellation, an input request and an
// error look like on the other side.

#include <ostream>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

struct Pairing {
  std::string name;
  bool client_is_modern;
  bool server_is_modern;
  std::string result;  ///< what the client receives of the server's result

  friend std::ostream& operator<<(std::ostream& out, const Pairing& pairing) { return out << pairing.name; }
};

class EraPairing : public WorkspaceFixture, public testing::WithParamInterface<Pairing> {
 protected:
  EraPairing() {
    toolbox_entry("dev").auto_open = true;
    server_ = &add_server("dev", "files", GetParam().server_is_modern ? "modern" : "legacy");
    const std::string capabilities = R"({"elicitation":{}})";
    client_ = GetParam().client_is_modern ? modern_client(capabilities) : legacy_client(capabilities);
  }

  /// A call that has arrived at the server and is not answered.
  int begin_call(const std::string& meta = {}) {
    server_->leave_unanswered("tools/call");
    const int call = client_->use_tool("dev", "files", R"({"n":1.10})", meta);
    run_until_quiet();
    return call;
  }

  /// The server's result of a call.
  void answer_call() {
    const std::string own = GetParam().server_is_modern ? R"("resultType":"complete",)" : "";
    server_->run().answer("tools/call", "{" + own + R"("content":[],"x":1.0})");
  }

  /// The messages that the client receives, except the name and version of the workbench.
  std::string result_of(int call) {
    std::string result = client_->result_of(call);
    const std::string_view key = R"("io.modelcontextprotocol/serverInfo":)";
    const std::size_t at = result.find(key);
    if (at == std::string::npos) return result;
    const std::size_t begin = at + key.size();
    return result.replace(begin, result.find('}', begin) + 1 - begin, "SERVER_INFO");
  }

  ScriptedServer* server_;
  std::unique_ptr<TestClient> client_;
};

INSTANTIATE_TEST_SUITE_P(
    All, EraPairing,
    testing::Values(Pairing{"LegacyClientLegacyServer", false, false, R"({"content":[],"x":1.0})"},
                    Pairing{"LegacyClientModernServer", false, true, R"({"content":[],"x":1.0})"},
                    Pairing{"ModernClientLegacyServer", true, false,
                            R"({"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":SERVER_INFO},)"
                            R"("content":[],"x":1.0})"},
                    Pairing{"ModernClientModernServer", true, true,
                            R"({"_meta":{"io.modelcontextprotocol/serverInfo":SERVER_INFO},"resultType":"complete",)"
                            R"("content":[],"x":1.0})"}),
    [](const auto& pairing) { return pairing.param.name; });

TEST_P(EraPairing, PassesTheArgumentsToTheByteWithTheMetadataOfTheServersEra) {
  begin_call(R"("mine":1.50)");
  const std::string params(server_->run().latest("tools/call").params.text());
  EXPECT_THAT(params, testing::StartsWith(R"({"name":"echo","arguments":{"n":1.10},"_meta":{"mine":1.50)"));
  const auto has_version = HasSubstr(R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")");
  if (GetParam().server_is_modern) {
    EXPECT_THAT(params, has_version);
    EXPECT_THAT(params, HasSubstr(R"("io.modelcontextprotocol/clientInfo":{"name":"mcp-workbench")"));
  } else {
    EXPECT_THAT(params, Not(HasSubstr("io.modelcontextprotocol")));
  }
}

TEST_P(EraPairing, PassesTheResultInTheFormOfTheClientsEra) {
  const int call = begin_call();
  answer_call();
  EXPECT_EQ(result_of(call), GetParam().result);
}

TEST_P(EraPairing, PassesProgressWithTheTokenOfTheClient) {
  begin_call(R"("progressToken":"mine")");
  const std::string token = member(server_->run().latest("tools/call").params.text(), "_meta.progressToken");
  EXPECT_THAT(token, Not(HasSubstr("mine")));
  server_->run().notify("notifications/progress", "{\"progressToken\":" + token + R"(,"progress":1.0,"total":3})");
  run_until_quiet();
  EXPECT_THAT(client_->received(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                                               R"("params":{"progressToken":"mine","progress":1.0,"total":3}})"));
}

TEST_P(EraPairing, PassesTheCancellationAndNoResultThatFollows) {
  const int call = begin_call();
  client_->cancel(call);
  run_until_quiet();
  const std::string id = server_->run().latest("tools/call").id.raw();
  EXPECT_THAT(server_->run().latest("notifications/cancelled").params.text(), HasSubstr("\"requestId\":" + id));
  answer_call();
  run_until_quiet();
  EXPECT_EQ(client_->response_to(call), "");
}

TEST_P(EraPairing, TurnsAnErrorOfTheServerIntoAToolResult) {
  server_->refuse("tools/call", -32099, "no disk");
  const std::string result = client_->result_of(client_->use_tool("dev", "files"));
  EXPECT_EQ(first_text(result), "[dev/files/echo] Error: no disk");
  EXPECT_EQ(member(result, "isError"), "true");
}

// An InputRequest of a modern server is a result ("basic/patterns/mrtr"), that of a legacy server a request; the client
// receives it in the form of its own era, and the server its response in the form of the server's.
TEST_P(EraPairing, PassesAnInputRequestAndItsResponse) {
  constexpr const char* kParams = R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})";
  constexpr const char* kResponse = R"({"action":"accept","content":{"n":2.50}})";
  const int call = begin_call();
  ScriptedRun& run = server_->run();

  if (GetParam().server_is_modern) {
    run.answer("tools/call", R"({"resultType":"input_required","inputRequests":{"sure":{"method":"elicitation/create",)"
                             R"("params":)" +
                                 std::string(kParams) + R"(}},"requestState":"half-way"})");
  } else {
    run.request(77, "elicitation/create", kParams);
  }
  ASSERT_TRUE(run_until([&] { return !client_->received().empty(); }));

  int answered = call;
  const std::string asked = client_->received().at(0);
  EXPECT_THAT(asked, HasSubstr(R"("message":"Sure?")"));
  if (GetParam().client_is_modern) {
    EXPECT_EQ(member(asked, "result.resultType"), R"("input_required")");
    const std::string key = json::members(Json(member(asked, "result.inputRequests"))).at(0).key;
    answered = client_->request(
        "tools/call",
        R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{"n":1.10}},)"
        R"("inputResponses":{")" +
            key + "\":" + kResponse + R"(},"requestState":)" + member(asked, "result.requestState"));
  } else {
    EXPECT_EQ(member(asked, "method"), R"("elicitation/create")");
    client_->send(R"({"jsonrpc":"2.0","id":)" + member(asked, "id") + R"(,"result":)" + kResponse + "}");
  }
  run_until_quiet();

  if (GetParam().server_is_modern) {
    ASSERT_EQ(run.count("tools/call"), 2U);
    const std::string repeated(run.latest("tools/call").params.text());
    EXPECT_THAT(repeated, HasSubstr(R"("inputResponses":{"sure":)" + std::string(kResponse) + "}"));
    EXPECT_THAT(repeated, HasSubstr(R"("requestState":"half-way")"));
  } else {
    EXPECT_EQ(run.received().back().result.text(), kResponse);
    EXPECT_EQ(run.received().back().id.raw(), "77");
  }
  answer_call();
  EXPECT_EQ(result_of(answered), GetParam().result);
}

}  // namespace
