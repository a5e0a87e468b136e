// Tools whose servers run them as tasks, called by clients that know of no tasks.

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

enum class ClientEra { legacy, modern };

class DrivenTaskFixture : public WorkspaceFixture {
 protected:
  DrivenTaskFixture() { config_.tool_mode = config::ToolMode::flat; }

  std::unique_ptr<TestClient> client_of(ClientEra era, const std::string& capabilities = "{}") {
    return era == ClientEra::legacy ? legacy_client(capabilities) : modern_client(capabilities);
  }
  [[nodiscard]] bool wait_for_response(const TestClient& client, int id) {
    return run_until([&] { return !client.response_to(id).empty(); });
  }
};

// --- servers of 2025-11-25 -------------------------------------------------------------------------------------------

/// A server of 2025-11-25 with a tool that runs as a task only.
class ATaskOnlyTool : public DrivenTaskFixture, public testing::WithParamInterface<ClientEra> {
 protected:
  ATaskOnlyTool() {
    server_.capabilities = R"({"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}})";
    server_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},)"
                             R"("execution":{"taskSupport":"required"}}]})");
    });
    server_.handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"task":)" + task() + "}");
    });
    server_.handle("tasks/get",
                   [this](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, task()); });
    server_.leave_unanswered("tasks/result");
    server_.leave_unanswered("tasks/cancel");
  }

  [[nodiscard]] std::string task() const {
    return R"({"taskId":"t/1","status":")" + status_ +
           R"(","createdAt":"2025-11-25T10:30:00Z","lastUpdatedAt":"2025-11-25T10:30:00Z","ttl":null,"pollInterval":1})";
  }
  /// The task ends. False: the server is not asked for its result.
  [[nodiscard]] bool end_task(const std::string& status = "completed") {
    status_ = status;
    return run_until([&] { return server_.run().count("tasks/result") > 0; });
  }

  std::string status_ = "working";
  ScriptedServer& server_ = add_server("dev", "files");
};

INSTANTIATE_TEST_SUITE_P(All, ATaskOnlyTool, testing::Values(ClientEra::legacy, ClientEra::modern),
                         [](const auto& era) { return era.param == ClientEra::legacy ? "Legacy" : "Modern"; });

TEST_P(ATaskOnlyTool, IsCalledAsATaskAndItsClientGetsTheResultOfTheCall) {
  const auto client = client_of(GetParam());
  EXPECT_THAT(client->listed_tools(), SizeIs(1));
  const int call = client->call("slow", R"({"a":1.0})");
  ASSERT_TRUE(run_until([&] { return server_.starts() > 0 && server_.run().count("tasks/get") > 0; }));
  EXPECT_THAT(std::string(server_.run().latest("tools/call").params.text()),
              HasSubstr(R"("name":"slow","arguments":{"a":1.0},"task":{})"));
  EXPECT_EQ(server_.run().latest("tasks/get").params.text(), R"({"taskId":"t/1"})");
  EXPECT_EQ(client->response_to(call), "");
  ASSERT_TRUE(end_task());
  EXPECT_EQ(server_.run().latest("tasks/result").params.text(), R"({"taskId":"t/1"})");
  server_.run().answer("tasks/result", R"({"content":[{"type":"text","text":"done"}],)"
                                       R"("_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t/1"}}})");
  const std::string result = client->result_of(call);
  EXPECT_THAT(result, HasSubstr(R"("content":[{"type":"text","text":"done"}])"));
  EXPECT_THAT(result, testing::Not(HasSubstr("t/1")));
}

TEST_P(ATaskOnlyTool, AnswersTheErrorOfItsTask) {
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("slow");
  ASSERT_TRUE(end_task("failed"));
  server_.run().error(server_.run().latest("tasks/result").id, 1001, "out of paper");
  EXPECT_EQ(client->result_of(call), R"(error: {"code":1001,"message":"out of paper"})");
}

TEST_P(ATaskOnlyTool, ReportsTheProgressOfItsTask) {
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("slow", "{}", R"("progressToken":"p")");
  run_until_quiet();
  const std::string token = member(server_.run().latest("tools/call").params.text(), "_meta.progressToken");
  server_.run().notify("notifications/progress", R"({"progressToken":)" + token + R"(,"progress":0.5})");
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/progress"),
              testing::ElementsAre(HasSubstr(R"("progressToken":"p","progress":0.5)")));
  ASSERT_TRUE(end_task());
  server_.run().answer("tasks/result", R"({"content":[]})");
  EXPECT_THAT(client->result_of(call), HasSubstr("content"));
}

TEST_P(ATaskOnlyTool, IsCancelledWithItsCall) {
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("slow");
  run_until_quiet();
  client->cancel(call);
  run_until_quiet();
  EXPECT_EQ(server_.run().latest("tasks/cancel").params.text(), R"({"taskId":"t/1"})");
  EXPECT_EQ(client->response_to(call), "");
}

TEST_P(ATaskOnlyTool, AsksTheClientOfItsCall) {
  const auto client = client_of(GetParam(), R"({"elicitation":{}})");
  client->listed_tools();
  const int call = client->call("slow");
  run_until_quiet();
  server_.run().request(7, "elicitation/create",
                        R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}},)"
                        R"("_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t/1"}}})");
  if (GetParam() == ClientEra::legacy) {
    run_until_quiet();
    const std::vector<std::string> asked = client->received_of("elicitation/create");
    ASSERT_THAT(asked, SizeIs(1));
    client->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"action":"decline"}})");
    run_until_quiet();
    ASSERT_NE(server_.run().find_response(7), nullptr);
    EXPECT_THAT(std::string(server_.run().find_response(7)->result.text()), HasSubstr(R"("action":"decline")"));
  } else {
    ASSERT_TRUE(wait_for_response(*client, call));
    EXPECT_THAT(client->result_of(call), AllOf(HasSubstr(R"("resultType":"input_required")"), HasSubstr("Sure?")));
  }
}

TEST_P(ATaskOnlyTool, AnswersWhyThereIsNoResultWhenItsServerEnds) {
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("slow");
  run_until_quiet();
  server_.run().exit();
  EXPECT_THAT(client->result_of(call),
              HasSubstr("the server exited with code 1; whether the request was carried out is not known"));
}

TEST_P(ATaskOnlyTool, MayBeAnsweredAtOnce) {
  server_.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"content":[]})");
  });
  const auto client = client_of(GetParam());
  client->listed_tools();
  EXPECT_THAT(client->result_of(client->call("slow")), HasSubstr(R"("content":[])"));
  EXPECT_EQ(server_.run().count("tasks/result"), 0U);
}

TEST_F(DrivenTaskFixture, OfAToolOfAServerThatDeclaresNoTasksIsHidden) {
  add_server("dev", "files").handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},)"
                           R"("execution":{"taskSupport":"required"}}]})");
  });
  EXPECT_THAT(legacy_client()->listed_tools(), SizeIs(0));
}

TEST_F(DrivenTaskFixture, IsCalledWithUseToolAsWell) {
  config_.tool_mode = config::ToolMode::proxy;
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}})";
  files.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},)"
                           R"("execution":{"taskSupport":"required"}}]})");
  });
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"task":{"taskId":"t","status":"working"}})");
  });
  files.handle("tasks/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"taskId":"t","status":"completed"})");
  });
  files.handle("tasks/result", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"content":[{"type":"text","text":"done"}]})");
  });
  const auto client = legacy_client();
  EXPECT_THAT(client->result_of(client->open_toolbox("dev")), HasSubstr("echo"));
  const int call = client->use_tool("dev", "files");
  ASSERT_TRUE(wait_for_response(*client, call));
  EXPECT_EQ(first_text(client->result_of(call)), "done");
}

// --- servers with the extension --------------------------------------------------------------------------------------

/// A modern server that makes a task of each call.
class ServerWithTheTasksExtension : public DrivenTaskFixture {
 protected:
  ServerWithTheTasksExtension() {
    server_.capabilities = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    server_.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (request.params.text().find(R"("extensions":{"io.modelcontextprotocol/tasks":{}})") ==
          std::string_view::npos) {
        return run.send(jsonrpc::write_error(
            request.id, Json(R"({"code":-32021,"message":"Missing required client capability","data":)"
                             R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}})")));
      }
      run.result(request.id, R"({"resultType":"task",)" + task("working") + "}");
    });
    server_.handle("tasks/get", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      const std::string state = states_.size() > 1 ? states_.front() : states_.at(0);
      if (states_.size() > 1) states_.erase(states_.begin());
      run.result(request.id, R"({"resultType":"complete",)" + state + "}");
    });
    server_.handle("tasks/update", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"resultType":"complete"})");
    });
  }

  static std::string task(const std::string& status, const std::string& more = {}) {
    return R"("taskId":"t1","status":")" + status +
           R"(","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":null,)"
           R"("pollIntervalMs":1)" +
           more;
  }

  ScriptedServer& server_ = add_server("dev", "files", "modern");
  std::vector<std::string> states_;  // each but the last is answered to one tasks/get
};

class AServerWithTheTasksExtension : public ServerWithTheTasksExtension,
                                     public testing::WithParamInterface<ClientEra> {};

INSTANTIATE_TEST_SUITE_P(All, AServerWithTheTasksExtension, testing::Values(ClientEra::legacy, ClientEra::modern),
                         [](const auto& era) { return era.param == ClientEra::legacy ? "Legacy" : "Modern"; });

TEST_P(AServerWithTheTasksExtension, IsAllowedATaskIfItCannotDoWithoutAndIsAskedForItUntilItsEnd) {
  states_ = {task("working"), task("completed", R"(,"result":{"content":[{"type":"text","text":"done"}]})")};
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("echo");
  ASSERT_TRUE(wait_for_response(*client, call));
  EXPECT_EQ(first_text(client->result_of(call)), "done");
  EXPECT_EQ(server_.run().count("tools/call"), 2U);
  EXPECT_EQ(server_.run().count("tasks/get"), 2U);
  EXPECT_THAT(std::string(server_.run().latest("tasks/get").params.text()),
              AllOf(HasSubstr(R"("taskId":"t1")"), HasSubstr(R"("extensions":{"io.modelcontextprotocol/tasks":{}})")));
}

TEST_P(AServerWithTheTasksExtension, AnswersTheErrorOfAFailedTask) {
  states_ = {task("failed", R"(,"error":{"code":1001,"message":"out of paper"})")};
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("echo");
  ASSERT_TRUE(wait_for_response(*client, call));
  EXPECT_EQ(client->result_of(call), R"(error: {"code":1001,"message":"out of paper"})");
}

TEST_P(AServerWithTheTasksExtension, AnswersThatItHasCancelledTheTask) {
  states_ = {task("cancelled", R"(,"statusMessage":"no time")")};
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("echo");
  ASSERT_TRUE(wait_for_response(*client, call));
  EXPECT_THAT(client->result_of(call), HasSubstr("the server has cancelled the call: no time"));
}

TEST_P(AServerWithTheTasksExtension, IsSentTheCancellationOfTheCall) {
  server_.leave_unanswered("tasks/cancel");
  states_ = {task("working")};
  const auto client = client_of(GetParam());
  client->listed_tools();
  const int call = client->call("echo");
  ASSERT_TRUE(run_until([&] { return server_.starts() > 0 && server_.run().count("tasks/get") > 0; }));
  client->cancel(call);
  run_until_quiet();
  EXPECT_EQ(member(server_.run().latest("tasks/cancel").params.text(), "taskId"), R"("t1")");
}

TEST_F(ServerWithTheTasksExtension, AsksALegacyClientOnceForEachInput) {
  const std::string asking =
      task("input_required", R"(,"inputRequests":{"name":{"method":"elicitation/create","params":{"mode":"form",)"
                             R"("message":"Who?","requestedSchema":{"type":"object","properties":{}}}}})");
  states_ = {asking, asking, asking};
  const auto client = legacy_client(R"({"elicitation":{}})");
  client->listed_tools();
  const int call = client->call("echo");
  ASSERT_TRUE(run_until([&] { return server_.starts() > 0 && server_.run().count("tasks/get") > 2; }));
  const std::vector<std::string> asked = client->received_of("elicitation/create");
  ASSERT_THAT(asked, SizeIs(1));
  states_ = {task("completed", R"(,"result":{"content":[]})")};
  client->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") + R"(,"result":{"action":"accept","content":{}}})");
  ASSERT_TRUE(wait_for_response(*client, call));
  EXPECT_EQ(member(server_.run().latest("tasks/update").params.text(), "inputResponses"),
            R"({"name":{"action":"accept","content":{}}})");
}

}  // namespace
