// Results of tools whose outputSchema clients have been shown: what the official clients, which compare the two, would
// refuse does not reach them.

#include "gateway/requests/output_check.hpp"

#include <ostream>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTools =
    R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},"outputSchema":{"type":"object",)"
    R"("properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}}]})";

struct OutputSetting {
  const char* name;
  bool client_is_modern;
  const char* server;
  config::ToolMode mode = config::ToolMode::flat;

  friend std::ostream& operator<<(std::ostream& out, const OutputSetting& setting) { return out << setting.name; }
};

class AToolWithASchema : public WorkspaceFixture, public testing::WithParamInterface<OutputSetting> {
 protected:
  AToolWithASchema() {
    config_.tool_mode = GetParam().mode;
    files_ = &add_server("dev", "files", GetParam().server);
    files_->handle("tools/list",
                   [](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, kTools); });
  }

  std::unique_ptr<TestClient> client() {
    auto made = GetParam().client_is_modern ? modern_client() : legacy_client();
    if (GetParam().mode == config::ToolMode::dynamic) made->result_of(made->open_toolbox("dev"));
    return made;
  }
  [[nodiscard]] static std::string tool() {
    return GetParam().mode == config::ToolMode::dynamic ? "dev__files__echo" : "echo";
  }
  /// The views of a server call its tools by their own names.
  static std::string with_view(std::string tools) {
    const std::string name = R"("name":"echo",)";
    return tools.insert(tools.find(name) + name.size(), R"("_meta":{"ui":{"resourceUri":"ui://files/view.html"}},)");
  }
  static std::string list(TestClient& client) { return client.result_of(client.request("tools/list")); }
  /// What the client receives of a call that the server answers so.
  std::string answer(TestClient& client, const std::string& result) {
    files_->handle("tools/call",
                   [result](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, result); });
    return client.result_of(client.call(tool()));
  }

  ScriptedServer* files_;
};

INSTANTIATE_TEST_SUITE_P(All, AToolWithASchema,
                         testing::Values(OutputSetting{"LegacyToLegacy", false, "legacy"},
                                         OutputSetting{"LegacyToModern", false, "modern"},
                                         OutputSetting{"ModernToLegacy", true, "legacy"},
                                         OutputSetting{"ModernToModern", true, "modern"},
                                         OutputSetting{"Dynamic", false, "legacy", config::ToolMode::dynamic}),
                         [](const auto& one) { return one.param.name; });

TEST_P(AToolWithASchema, KeepsWhatConforms) {
  const auto asked = client();
  ASSERT_THAT(list(*asked), HasSubstr("outputSchema"));
  const std::string result =
      answer(*asked, R"({"content":[{"type":"text","text":"one"}],"structuredContent":{"n":1}})");
  EXPECT_EQ(member(result, "structuredContent"), R"({"n":1})");
  EXPECT_EQ(member(result, "isError"), "");
  EXPECT_THAT(list(*asked), HasSubstr("outputSchema"));
}

TEST_P(AToolWithASchema, LosesTheStructureOfAnErrorWithAShapeOfItsOwn) {
  const auto asked = client();
  list(*asked);
  const std::string result =
      answer(*asked, R"({"content":[{"type":"text","text":"why"}],"structuredContent":{"code":7},"isError":true})");
  EXPECT_EQ(member(result, "content"), R"([{"type":"text","text":"why"}])");
  EXPECT_EQ(member(result, "structuredContent"), "");
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(list(*asked), HasSubstr("outputSchema"));
}

TEST_P(AToolWithASchema, HasTheStructureThatItsTextIs) {
  const auto asked = client();
  list(*asked);
  const std::string result = answer(*asked, R"({"content":[{"type":"text","text":"{\"n\": 5}"}]})");
  EXPECT_EQ(member(result, "structuredContent"), R"({"n": 5})");
  EXPECT_EQ(member(result, "isError"), "");
}

TEST_P(AToolWithASchema, LosesItWithTheFirstResultThatDoesNotConform) {
  const auto asked = client();
  list(*asked);
  asked->received().clear();
  const std::string result =
      answer(*asked, R"({"content":[{"type":"text","text":"words"}],"structuredContent":{"n":"6"}})");
  EXPECT_THAT(first_text(result), HasSubstr("does not conform to the outputSchema"));
  EXPECT_THAT(member(result, "content"), AllOf(HasSubstr(R"({"type":"text","text":"words"})"), HasSubstr(R"(\"6\")")));
  EXPECT_EQ(member(result, "structuredContent"), "");
  EXPECT_EQ(member(result, "isError"), "true") << "the client would refuse it otherwise";
  EXPECT_EQ(count_logged("does not conform to its outputSchema"), 1U);
  wait_a_moment();
  if (!GetParam().client_is_modern) {
    EXPECT_EQ(asked->received_of("notifications/tools/list_changed").size(), 1U);
  }
  EXPECT_EQ(member(answer(*asked, R"({"content":[]})"), "isError"), "true") << "it has not seen the new list";

  EXPECT_THAT(list(*asked), Not(HasSubstr("outputSchema")));
  EXPECT_EQ(member(answer(*asked, R"({"content":[],"structuredContent":{"n":"6"}})"), "isError"), "");
  EXPECT_EQ(count_logged("does not conform to its outputSchema"), 1U);
}

/// Of a legacy session in flat mode.
class ATaskOfAToolWithASchema : public WorkspaceFixture {
 protected:
  ATaskOfAToolWithASchema() {
    config_.tool_mode = config::ToolMode::flat;
    files_.capabilities = R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
    files_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},"outputSchema":)"
                             R"({"type":"object","required":["n"]},"execution":{"taskSupport":"optional"}}]})");
    });
    answer("tools/call", "{\"task\":" + task("working") + "}");
    answer("tasks/cancel", task("cancelled"));
    answer("tasks/result", R"({"content":[{"type":"text","text":"words"}]})");
  }

  static std::string task(const std::string& status) {
    return R"({"taskId":"t1","status":")" + status +
           R"(","createdAt":"2025-11-25T10:30:00Z","lastUpdatedAt":"2025-11-25T10:30:00Z","ttl":60000})";
  }
  void answer(const std::string& method, const std::string& result) {
    files_.handle(method,
                  [result](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, result); });
  }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_F(ATaskOfAToolWithASchema, IsComparedByItsResultAlone) {
  const auto asked = legacy_client();
  asked->listed_tools();
  const std::string created =
      asked->result_of(asked->request("tools/call", R"("name":"slow","arguments":{},"task":{"ttl":60000})"));
  const std::string id = R"("taskId":)" + member(created, "task.taskId");
  EXPECT_EQ(member(created, "isError"), "");
  const std::string ended = asked->result_of(asked->request("tasks/result", id));
  EXPECT_EQ(member(ended, "isError"), "true");
  EXPECT_THAT(ended, HasSubstr("words"));
  const std::string cancelled = asked->result_of(asked->request("tasks/cancel", id));
  EXPECT_EQ(member(cancelled, "status"), R"("cancelled")");
  EXPECT_EQ(member(cancelled, "content"), "");
}

TEST_P(AToolWithASchema, IsNotComparedForAClientThatHasNotSeenTheSchema) {
  const auto asked = client();
  const std::string result = answer(*asked, R"({"content":[{"type":"text","text":"words"}]})");
  EXPECT_EQ(first_text(result), "words");
  EXPECT_EQ(member(result, "isError"), "");
}

// --- which schema a client knows -------------------------------------------------------------------------------------

class ASchemaThatAClientHasNotSeen : public WorkspaceFixture {
 protected:
  ASchemaThatAClientHasNotSeen() {
    config_.tool_mode = config::ToolMode::flat;
    list_tools(kTools);
    files_.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"content":[{"type":"text","text":"words"}]})");
    });
  }

  void list_tools(const std::string& tools) {
    files_.handle("tools/list",
                  [tools](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, tools); });
  }
  /// The views of a server call its tools by their own names.
  static std::string with_view(std::string tools) {
    const std::string name = R"("name":"echo",)";
    return tools.insert(tools.find(name) + name.size(), R"("_meta":{"ui":{"resourceUri":"ui://files/view.html"}},)");
  }
  static std::string list(TestClient& client) { return client.result_of(client.request("tools/list")); }
  /// Whether the result is compared with it, to which it does not conform.
  static bool is_compared(TestClient& client, const std::string& tool = "echo") {
    return member(client.result_of(client.call(tool)), "isError") == "true";
  }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_F(ASchemaThatAClientHasNotSeen, IsNotComparedForOneOfSeveralModernClients) {
  client_info_ = TestClient::info_of("first");
  const auto first = modern_client();
  EXPECT_THAT(list(*first), HasSubstr("outputSchema"));
  client_info_ = TestClient::info_of("second");
  const auto second = modern_client();
  EXPECT_FALSE(is_compared(*second));
  EXPECT_TRUE(is_compared(*first));
  wait_a_moment();
  EXPECT_THAT(list(*second), Not(HasSubstr("outputSchema")));
  EXPECT_FALSE(is_compared(*second));
  EXPECT_TRUE(is_compared(*first)) << "it still has the earlier list";
}

TEST_F(ASchemaThatAClientHasNotSeen, IsNotComparedIfTheToolGotItLater) {
  list_tools(R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})");
  const auto asked = legacy_client();
  EXPECT_THAT(list(*asked), Not(HasSubstr("outputSchema")));
  EXPECT_FALSE(is_compared(*asked));
  list_tools(kTools);
  files_.run().notify("notifications/tools/list_changed");
  EXPECT_TRUE(run_until([&] { return !asked->received_of("notifications/tools/list_changed").empty(); }));
  EXPECT_FALSE(is_compared(*asked));
  EXPECT_THAT(list(*asked), HasSubstr("outputSchema"));
  EXPECT_TRUE(is_compared(*asked));
}

TEST_F(ASchemaThatAClientHasNotSeen, IsNotComparedIfTheToolboxWasOpenedAfterTheList) {
  config_.tool_mode = config::ToolMode::dynamic;
  list_tools(with_view(kTools));
  const auto asked = legacy_client();
  list(*asked);
  asked->result_of(asked->open_toolbox("dev"));
  EXPECT_FALSE(is_compared(*asked, "dev__files__echo"));
  EXPECT_THAT(list(*asked), HasSubstr("outputSchema"));
  EXPECT_FALSE(is_compared(*asked, "echo")) << "no list has it under this name";
  EXPECT_TRUE(is_compared(*asked, "dev__files__echo"));
}

}  // namespace
