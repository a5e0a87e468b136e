// What a modern server must not answer, and what the client is sent in its place: a client of each era, in each mode.

#include "gateway/requests/server_answer.hpp"

#include <ostream>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Setting {
  const char* name;
  bool client_is_modern;
  config::ToolMode mode;

  friend std::ostream& operator<<(std::ostream& out, const Setting& setting) { return out << setting.name; }
};

class AServersAnswer : public WorkspaceFixture, public testing::WithParamInterface<Setting> {
 protected:
  AServersAnswer() {
    config_.tool_mode = GetParam().mode;
    toolbox_entry("dev").auto_open = true;
    toolbox_entry("dev").shows_content = true;
    files_ = &add_server("dev", "files", "modern");
    files_->capabilities = R"({"tools":{},"prompts":{},"resources":{},"completions":{}})";
    files_->lists["prompts/list"] = {R"({"name":"greet"})"};
    files_->lists["resources/list"] = {R"({"uri":"x:y","name":"y"})"};
    files_->lists["resources/templates/list"] = {};
  }

  std::unique_ptr<TestClient> client(const std::string& capabilities = "{}") {
    return GetParam().client_is_modern ? modern_client(capabilities) : legacy_client(capabilities);
  }
  [[nodiscard]] static bool is_native() { return GetParam().mode == config::ToolMode::flat; }

  /// What the client receives of a call that the server answers so; the error, if it is one.
  std::string answer_to_call(TestClient& client, const std::string& result) {
    return answer_to(client, "tools/call", result,
                     [&] { return is_native() ? client.call("echo") : client.use_tool("dev", "files"); });
  }
  std::string answer_to_read(TestClient& client, const std::string& result) {
    return answer_to(client, "resources/read", result,
                     [&] { return client.request("resources/read", R"("uri":"x:y")"); });
  }
  template <typename Send>
  std::string answer_to(TestClient& client, const std::string& method, const std::string& result, Send send) {
    files_->handle(method,
                   [result](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, result); });
    client.received().clear();
    const int sent = send();
    EXPECT_TRUE(
        run_until([&] { return !client.response_to(sent).empty() || !client.received_of("roots/list").empty(); }));
    run_until_quiet();
    return client.result_of(sent);
  }
  static std::string asking(const std::string& requests) {
    return R"({"resultType":"input_required","inputRequests":)" + requests + R"(,"requestState":"s"})";
  }

  ScriptedServer* files_;
};

INSTANTIATE_TEST_SUITE_P(All, AServersAnswer,
                         testing::Values(Setting{"ModernFlat", true, config::ToolMode::flat},
                                         Setting{"ModernDynamic", true, config::ToolMode::dynamic},
                                         Setting{"ModernProxy", true, config::ToolMode::proxy},
                                         Setting{"LegacyFlat", false, config::ToolMode::flat},
                                         Setting{"LegacyDynamic", false, config::ToolMode::dynamic},
                                         Setting{"LegacyProxy", false, config::ToolMode::proxy}),
                         [](const auto& setting) { return setting.param.name; });

/// Input requests, and the capabilities of a client that has not declared them.
struct Undeclared {
  const char* requests;
  const char* client;
  const char* required;  ///< the ClientCapabilities that it would need
};
constexpr Undeclared kUndeclared[] = {
    {R"({"a":{"method":"roots/list"}})", R"({"elicitation":{}})", R"({"roots":{}})"},
    {R"({"a":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}})", R"({"roots":{}})",
     R"({"sampling":{}})"},
    {R"({"a":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1,"tools":[]}}})",
     R"({"sampling":{}})", R"({"sampling":{"tools":{}}})"},
    {R"({"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object",)"
     R"("properties":{}}}}})",
     "{}", R"({"elicitation":{"form":{}}})"},
    {R"({"a":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a/"}}})",
     R"({"elicitation":{}})", R"({"elicitation":{"url":{}}})"},
    {R"({"a":{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object",)"
     R"("properties":{}}}}})",
     R"({"elicitation":{"url":{}}})", R"({"elicitation":{"form":{}}})"},
    {R"({"ok":{"method":"roots/list"},"a":{"method":"sampling/createMessage","params":{}}})", R"({"roots":{}})",
     R"({"sampling":{}})"},
};

TEST_P(AServersAnswer, DoesNotAskTheClientForWhatItHasNotDeclared) {
  for (const Undeclared& row : kUndeclared) {
    SCOPED_TRACE(row.requests);
    const auto asked = client(row.client);
    files_->handle("tools/call", [&](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, asking(row.requests));
    });
    const int call = is_native() ? asked->call("echo") : asked->use_tool("dev", "files");
    ASSERT_TRUE(run_until([&] { return !asked->response_to(call).empty(); }));
    const std::string answer = asked->result_of(call);
    EXPECT_THAT(answer, Not(HasSubstr("input_required")));
    if (GetParam().client_is_modern && is_native()) {
      EXPECT_EQ(member(answer.substr(7), "code"), "-32021");
      EXPECT_EQ(member(answer.substr(7), "data.requiredCapabilities"), row.required);
    } else {
      EXPECT_EQ(member(answer, "isError"), "true");
      EXPECT_THAT(first_text(answer), testing::StartsWith("[dev/files/echo] Error: the "));
    }
  }
}

TEST_P(AServersAnswer, DoesNotAskForItInResponseToOtherRequestsEither) {
  const auto asked = client();
  const std::string answer = answer_to_read(*asked, asking(R"({"a":{"method":"roots/list"}})"));
  EXPECT_THAT(answer,
              HasSubstr(GetParam().client_is_modern ? R"(error: {"code":-32021,)" : R"(error: {"code":-32603,)"));
  EXPECT_TRUE(asked->received_of("roots/list").empty());
}

TEST_P(AServersAnswer, ThatIsMalformedIsAnErrorThatSaysWhy) {
  constexpr const char* kMalformed[] = {
      R"({"resultType":"later","content":[]})",
      R"({"resultType":7,"content":[]})",
      R"({"resultType":"input_required","content":[]})",
      R"({"resultType":"input_required","inputRequests":[]})",
      R"({"resultType":"input_required","requestState":{}})",
      R"({"resultType":"input_required","inputRequests":{"a":{"method":"tools/call","params":{}}}})",
      R"({"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}}})",
      R"({"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"voice"}}}})",
      R"({"resultType":"task","taskId":"t","status":"working"})",
  };
  const auto asked = client(R"({"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}})");
  for (const char* result : kMalformed) {
    SCOPED_TRACE(result);
    const std::string answer = answer_to_call(*asked, result);
    EXPECT_EQ(member(answer, "isError"), "true");
    EXPECT_THAT(first_text(answer), testing::StartsWith("[dev/files/echo] Error: the server"));
    EXPECT_THAT(answer_to_read(*asked, result), HasSubstr(R"(error: {"code":-32603,"message":"the server)"));
  }
}

TEST_P(AServersAnswer, AsksForNothingWhereThatIsNotPossible) {
  const auto asked = client(R"({"roots":{}})");
  const auto complete = [&] {
    return asked->request("completion/complete",
                          R"("ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"a","value":""})");
  };
  EXPECT_THAT(answer_to(*asked, "completion/complete", asking(R"({"a":{"method":"roots/list"}})"), complete),
              HasSubstr(R"(error: {"code":-32603,"message":"the server's result asks for input, which)"));
}

TEST_P(AServersAnswer, ThatIsATaskReachesOnlyAClientThatHasAskedForOne) {
  const auto asked = client(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})");
  const std::string answer =
      answer_to_call(*asked, R"({"resultType":"task","taskId":"t","status":"working","ttlMs":60000})");
  EXPECT_EQ(first_text(answer),
            "[dev/files/echo] Error: the server has made a task of the request, for which it was not asked")
      << "the server does not declare the extension either";
}

TEST_P(AServersAnswer, AsksForWhatTheClientHasDeclared) {
  const auto asked = client(R"({"roots":{}})");
  const std::string requests = R"({"a":{"method":"roots/list"}})";
  if (GetParam().client_is_modern) {
    EXPECT_THAT(
        answer_to_call(*asked, asking(requests)),
        AllOf(HasSubstr(R"("inputRequests":{"a":{"method":"roots/list"}})"), HasSubstr(R"("requestState":"s")")));
  } else {
    EXPECT_EQ(answer_to_call(*asked, asking(requests)), "");
    EXPECT_EQ(asked->received_of("roots/list").size(), 1U);
  }
}

// --- a resource that does not exist ----------------------------------------------------------------------------------

TEST_P(AServersAnswer, SaysThatAResourceIsMissingInTheWordsOfTheClientsEra) {
  const auto reader = client();
  files_->refuse("resources/read", -32602, "Resource not found");
  const std::string error = reader->result_of(reader->request("resources/read", R"("uri":"x:y")"));
  EXPECT_EQ(error, GetParam().client_is_modern
                       ? R"(error: {"code":-32602,"message":"Resource not found"})"
                       : R"(error: {"code":-32002,"message":"Resource not found","data":{"uri":"x:y"}})");
}

TEST_P(AServersAnswer, IsInvalidParamsWhereNoResourceIsMissing) {
  const auto asked = client();
  files_->refuse("prompts/get", -32602, "Unknown argument");
  EXPECT_EQ(asked->result_of(asked->request("prompts/get", R"("name":"greet")")),
            R"(error: {"code":-32602,"message":"Unknown argument"})");
}

// --- a result that is not valid --------------------------------------------------------------------------------------

TEST_P(AServersAnswer, IsMadeValid) {
  const auto asked = client();
  EXPECT_EQ(member(answer_to_call(*asked, R"({"resultType":"complete","content":"a"})"), "content"),
            R"([{"type":"text","text":"a"}])");
  EXPECT_EQ(member(answer_to_read(*asked, R"({"resultType":"complete","contents":{"text":"a"}})"), "contents"),
            R"([{"uri":"x:y","text":"a"}])");
  const auto get = [&] { return asked->request("prompts/get", R"("name":"greet")"); };
  EXPECT_EQ(member(answer_to(*asked, "prompts/get", R"({"resultType":"complete","messages":["a"]})", get), "messages"),
            R"([{"role":"user","content":{"type":"text","text":"a"}}])");
}

TEST_P(AServersAnswer, IsAnErrorIfItIsLargerThanAMessageOnceItIsValid) {
  const auto asked = client();
  host_.changeable_limits.message_bytes = 5'000;
  std::string numbers = "0";
  for (int count = 0; count != 400; ++count) numbers += ",0";
  EXPECT_THAT(answer_to_call(*asked, R"({"resultType":"complete","content":[)" + numbers + "]}"),
              HasSubstr("made valid it is larger than 5000 bytes (limits.messageBytes)"));
}

TEST_P(AServersAnswer, HasNoHalfOfASurrogatePair) {
  const auto asked = client();
  const std::string answer = answer_to_call(
      *asked, R"({"resultType":"complete","content":[{"type":"text","text":"a \ud83d, \ud83d\ude00"}]})");
  EXPECT_EQ(member(answer, "content"), R"([{"type":"text","text":"a \ufffd, \ud83d\ude00"}])");
}

TEST_P(AServersAnswer, HasStructuredContentInTheFormOfTheClientsEra) {
  const auto asked = client();
  const std::string answer = answer_to_call(*asked, R"({"resultType":"complete","structuredContent":[1.0]})");
  EXPECT_EQ(member(answer, "content"), R"([{"type":"text","text":"[1.0]"}])");
  EXPECT_EQ(member(answer, "structuredContent"), GetParam().client_is_modern ? "[1.0]" : R"({"result":[1.0]})");
}

// --- a legacy server -------------------------------------------------------------------------------------------------

TEST_P(AServersAnswer, OfALegacyServerIsMadeValid) {
  ScriptedServer& old = add_server("old", "lore");
  old.tools = {"recall"};
  toolbox_entry("old").auto_open = true;
  old.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"content":[{"type":"json","json":1.0}],"isError":null,"structuredContent":[1.0]})");
  });
  const auto asked = client();
  const int call = is_native()
                       ? asked->call("recall")
                       : asked->call("use_tool", R"({"tool":{"toolbox":"old","server":"lore","tool":"recall"}})");
  const std::string answer = asked->result_of(call);
  EXPECT_EQ(member(answer, "content"), R"([{"type":"text","text":"{\"type\":\"json\",\"json\":1.0}"}])");
  EXPECT_EQ(member(answer, "isError"), "");
  EXPECT_EQ(member(answer, "structuredContent"), GetParam().client_is_modern ? "[1.0]" : R"({"result":[1.0]})");
}

TEST_P(AServersAnswer, OfALegacyServerHasNoTypeOfItsOwnForModernClients) {
  ScriptedServer& old = add_server("old", "lore");
  old.tools = {"recall"};
  toolbox_entry("old").auto_open = true;
  old.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"resultType":"input_required","content":[ ],"requestState":"mine"})");
  });
  const auto asked = client();
  const int call = is_native()
                       ? asked->call("recall")
                       : asked->call("use_tool", R"({"tool":{"toolbox":"old","server":"lore","tool":"recall"}})");
  const std::string answer = asked->result_of(call);
  EXPECT_THAT(answer, HasSubstr(R"("content":[ ])"));
  EXPECT_EQ(member(answer, "resultType"), GetParam().client_is_modern ? R"("complete")" : R"("input_required")")
      << "to a legacy client it is a member like any other";
}

}  // namespace
