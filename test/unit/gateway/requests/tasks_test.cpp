// Clients and servers that exchange tasks in the same words, through the workbench.

#include "gateway/requests/tasks/tasks.hpp"

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A member of what `client` is declared in this revision.
std::string declared(TestClient& client, protocol::Revision revision, const std::string& name) {
  const Json capabilities = client.workspace().backend().capabilities(revision);
  return member(capabilities.text(), name);
}

constexpr const char* kTasksCapability = R"({"list":{},"cancel":{},"requests":{"tools":{"call":{}}}})";

// --- in the words of 2025-11-25 --------------------------------------------------------------------------------------

class LegacyTasks : public WorkspaceFixture {
 protected:
  LegacyTasks() {
    config_.tool_mode = config::ToolMode::flat;
    make_task_server(files_, "t1");
  }

  /// A Task as a server writes it.
  static std::string task(const std::string& id, const std::string& status) {
    return R"({"taskId":")" + id + R"(","status":")" + status +
           R"(","createdAt":"2025-11-25T10:30:00Z","lastUpdatedAt":"2025-11-25T10:30:00Z","ttl":60000,"x":1.0})";
  }

  static void make_task_server(ScriptedServer& server, const std::string& id) {
    server.capabilities = R"({"tools":{},"tasks":)" + std::string(kTasksCapability) + "}";
    server.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id,
                 R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}},)"
                 R"({"name":"either","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}},)"
                 R"({"name":"plain","inputSchema":{"type":"object"}}]})");
    });
    server.handle("tools/call", [id](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"task":)" + task(id, "working") + "}");
    });
    server.handle("tasks/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, task(json::characters(json::member(request.params, "taskId")), "working"));
    });
    server.handle("tasks/cancel", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, task(json::characters(json::member(request.params, "taskId")), "cancelled"));
    });
    server.leave_unanswered("tasks/result");
  }

  /// Calls a tool as a task; returns our id of the task.
  static std::string create(TestClient& client, const std::string& tool = "slow") {
    const std::string created = client.result_of(
        client.request("tools/call", R"("name":")" + tool + R"(","arguments":{},"task":{"ttl":60000.0})"));
    return json::characters(json::member(Json(member(created, "task")), "taskId"));
  }
  static int ask(TestClient& client, const std::string& method, const std::string& id) {
    return client.request(method, R"("taskId":")" + id + "\"");
  }

  ScriptedServer& files_ = add_server("dev", "files");
};

TEST_F(LegacyTasks, AreDeclaredWhereAServerHasThem) {
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_EQ(declared(*client, protocol::Revision::v2025_11_25, "tasks"), kTasksCapability);
  EXPECT_EQ(declared(*client, protocol::Revision::v2025_06_18, "tasks"), "");
  EXPECT_EQ(declared(*client, protocol::kModernRevision, "tasks"), "");
}

TEST_F(LegacyTasks, AreNotDeclaredInProxyMode) {
  config_.tool_mode = config::ToolMode::proxy;
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_EQ(declared(*client, protocol::Revision::v2025_11_25, "tasks"), "");
  EXPECT_THAT(client->result_of(ask(*client, "tasks/get", "t1")), HasSubstr("-32601"));
}

TEST_F(LegacyTasks, MayBeAskedForOfEveryToolThatTheServerRunsAsOne) {
  const auto client = legacy_client();
  const std::string tools = client->result_of(client->request("tools/list"));
  EXPECT_THAT(tools, AllOf(HasSubstr(R"({"name":"slow","inputSchema":{"properties":{},"type":"object"},)"
                                     R"("execution":{"taskSupport":"optional"}})"),
                           HasSubstr(R"({"name":"either","inputSchema":{"properties":{},"type":"object"},)"
                                     R"("execution":{"taskSupport":"optional"}})"),
                           HasSubstr(R"({"name":"plain","inputSchema":{"properties":{},"type":"object"}})")));
  EXPECT_THAT(modern_client()->listed_tools(), SizeIs(3));
}

TEST_F(LegacyTasks, AreCreatedAsTheClientAsksAndHaveAnIdOfOurs) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  EXPECT_THAT(id, SizeIs(32));
  EXPECT_THAT(std::string(files_.run().latest("tools/call").params.text()),
              HasSubstr(R"("name":"slow","arguments":{},"task":{"ttl":60000.0})"));
  const std::string got = client->result_of(ask(*client, "tasks/get", id));
  EXPECT_EQ(got, task(id, "working"));
  EXPECT_EQ(files_.run().latest("tasks/get").params.text(), R"({"taskId":"t1"})");
}

TEST_F(LegacyTasks, EndWithTheResultOfTheCall) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  const int call = ask(*client, "tasks/result", id);
  EXPECT_EQ(client->result_of(call), "") << "it waits for the end of the task";
  files_.run().answer("tasks/result", R"({"content":[],"n":1.0,"_meta":{"io.modelcontextprotocol/related-task":)"
                                      R"({"taskId":"t1"}}})");
  EXPECT_EQ(client->result_of(call),
            R"({"content":[],"n":1.0,"_meta":{"io.modelcontextprotocol/related-task":{"taskId":")" + id + R"("}}})");
}

TEST_F(LegacyTasks, EndWithTheErrorOfTheCall) {
  const auto client = legacy_client();
  client->listed_tools();
  const int call = ask(*client, "tasks/result", create(*client));
  run_until_quiet();
  files_.run().error(files_.run().latest("tasks/result").id, -32050, "out of paper");
  EXPECT_EQ(client->result_of(call), R"(error: {"code":-32050,"message":"out of paper"})");
}

TEST_F(LegacyTasks, AreListedAsTheyWereLastSeenAndCancelled) {
  ScriptedServer& web = add_server("dev", "web");
  make_task_server(web, "t1");
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_EQ(client->result_of(client->request("tasks/list")), R"({"tasks":[]})");
  const std::string first = create(*client, "files__slow");
  const std::string second = create(*client, "web__slow");
  EXPECT_NE(first, second) << "though both servers call theirs t1";
  EXPECT_EQ(client->result_of(ask(*client, "tasks/cancel", first)), task(first, "cancelled"));
  const std::string listed = client->result_of(client->request("tasks/list"));
  EXPECT_THAT(listed, AllOf(HasSubstr(task(first, "cancelled")), HasSubstr(task(second, "working"))));
  EXPECT_EQ(files_.run().count("tasks/cancel"), 1U);
  EXPECT_EQ(web.run().count("tasks/cancel"), 0U);
}

TEST_F(LegacyTasks, AreRefusedForAToolThatRunsWithout) {
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_EQ(client->result_of(client->request("tools/call", R"("name":"plain","task":{})")),
            R"(error: {"code":-32601,"message":"tools/call: the tool 'plain' cannot be called as a task"})");
  EXPECT_EQ(files_.run().count("tools/call"), 0U);
}

TEST_F(LegacyTasks, ThatAreUnknownAreInvalidParams) {
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_EQ(client->result_of(ask(*client, "tasks/get", "t1")),
            R"(error: {"code":-32602,"message":"tasks/get: Task not found"})");
  EXPECT_THAT(client->result_of(client->request("tasks/get", R"("taskId":1)")), HasSubstr("must be a string"));
  EXPECT_THAT(client->result_of(client->request("tasks/update", R"("taskId":"a")")), HasSubstr("-32601"));
}

TEST_F(LegacyTasks, NotifyOfTheirStatusUnderOurId) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  files_.run().notify("notifications/tasks/status", task("t1", "completed"));
  files_.run().notify("notifications/tasks/status", task("another", "completed"));
  run_until_quiet();
  const auto notified = client->received_of("notifications/tasks/status");
  ASSERT_THAT(notified, SizeIs(1));
  EXPECT_EQ(member(notified[0], "params"), task(id, "completed"));
  EXPECT_THAT(client->result_of(client->request("tasks/list")), HasSubstr(R"("status":"completed")"));
}

TEST_F(LegacyTasks, ReportTheirProgressWithTheTokenOfTheClientUntilTheyHaveEnded) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string created = client->result_of(
      client->request("tools/call", R"("name":"slow","arguments":{},"task":{})", R"("progressToken":"my \u0061")"));
  const std::string id = json::characters(json::member(Json(member(created, "task")), "taskId"));
  const std::string token = member(files_.run().latest("tools/call").params.text(), "_meta.progressToken");
  const auto report = [&](const std::string& progress) {
    files_.run().notify("notifications/progress",
                        R"({"progressToken":)" + token + R"(,"progress":)" + progress +
                            R"(,"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}})");
    run_until_quiet();
  };
  report("0.50");
  const auto reported = client->received_of("notifications/progress");
  ASSERT_THAT(reported, SizeIs(1));
  EXPECT_EQ(member(reported[0], "params.progressToken"), R"("my \u0061")");
  EXPECT_EQ(member(reported[0], "params.progress"), "0.50");
  EXPECT_EQ(member(reported[0], "params._meta"),
            R"({"io.modelcontextprotocol/related-task":{"taskId":")" + id + R"("}})");
  files_.run().notify("notifications/tasks/status", task("t1", "completed"));
  report("1");
  EXPECT_THAT(client->received_of("notifications/progress"), SizeIs(1));
}

TEST_F(LegacyTasks, ReportNoProgressThatIsNotWanted) {
  const auto client = legacy_client();
  client->listed_tools();
  create(*client);
  for (const char* token : {"1", "2", "3", "4", "5", "6", "7", "8", "\"x\""}) {
    files_.run().notify("notifications/progress", R"({"progressToken":)" + std::string(token) + R"(,"progress":1})");
  }
  run_until_quiet();
  EXPECT_THAT(client->received_of("notifications/progress"), IsEmpty());
}

TEST_F(LegacyTasks, AskTheirClientUnderOurIdAndAreAnsweredUnderTheirs) {
  const auto client = legacy_client(R"({"elicitation":{}})");
  client->listed_tools();
  const std::string id = create(*client);
  ask(*client, "tasks/result", id);
  run_until_quiet();
  files_.run().request(7, "elicitation/create",
                       R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}},)"
                       R"("_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}})");
  run_until_quiet();
  const auto asked = client->received_of("elicitation/create");
  ASSERT_THAT(asked, SizeIs(1));
  EXPECT_EQ(member(asked[0], "params._meta"), R"({"io.modelcontextprotocol/related-task":{"taskId":")" + id + R"("}})");
  client->send(R"({"jsonrpc":"2.0","id":)" + member(asked[0], "id") +
               R"(,"result":{"action":"decline","_meta":{"io.modelcontextprotocol/related-task":{"taskId":")" + id +
               R"("}}}})");
  run_until_quiet();
  ASSERT_NE(files_.run().find_response(7), nullptr);
  EXPECT_EQ(files_.run().find_response(7)->result.text(),
            R"({"action":"decline","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t1"}}})");
}

TEST_F(LegacyTasks, AreTheirPrincipalsAlone) {
  const auto ann = legacy_client("{}", principal("ann"));
  ann->listed_tools();
  const std::string id = create(*ann);
  const auto bob = legacy_client("{}", principal("bob"));
  bob->listed_tools();
  for (const char* const method : {"tasks/get", "tasks/result", "tasks/cancel"}) {
    EXPECT_THAT(bob->result_of(ask(*bob, method, id)), HasSubstr("Task not found")) << method;
  }
  EXPECT_EQ(bob->result_of(bob->request("tasks/list")), R"({"tasks":[]})");
  EXPECT_EQ(ann->result_of(ask(*ann, "tasks/get", id)), task(id, "working"));
}

TEST_F(LegacyTasks, SurviveTheirSessionUntilTheyHaveEnded) {
  std::string id;
  {
    const auto first = legacy_client("{}", principal("ann"));
    first->listed_tools();
    id = create(*first);
  }
  run_until_quiet();
  EXPECT_FALSE(files_.run().is_closing());
  const auto second = legacy_client("{}", principal("ann"));
  second->listed_tools();
  EXPECT_THAT(second->result_of(second->request("tasks/list")), HasSubstr(id));
  EXPECT_EQ(second->result_of(ask(*second, "tasks/get", id)), task(id, "working"));
  EXPECT_EQ(files_.run(0).count("tasks/get"), 1U);
  second->result_of(ask(*second, "tasks/cancel", id));
  EXPECT_TRUE(run_until([&] { return files_.run(0).is_closing(); }));
}

TEST_F(LegacyTasks, KeepTheirServerFromBeingIdle) {
  host_.changeable_limits.idle_server = 20ms;
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  wait_a_moment();
  wait_a_moment();
  EXPECT_FALSE(files_.run().is_closing());
  client->result_of(ask(*client, "tasks/cancel", id));
  EXPECT_TRUE(run_until([&] { return files_.run().is_closing(); }));
}

TEST_F(LegacyTasks, AreNoMoreThanAHundredAtATime) {
  const auto client = legacy_client();
  client->listed_tools();
  std::string first;
  for (std::size_t number = 0; number < gateway::TaskTable::kMaxTasks; ++number) {
    const std::string id = create(*client);
    if (first.empty()) first = id;
  }
  const auto refused = [&] { return client->result_of(client->request("tools/call", R"("name":"slow","task":{})")); };
  EXPECT_THAT(refused(), HasSubstr("there are 100 tasks that have not ended"));
  client->result_of(ask(*client, "tasks/cancel", first));
  EXPECT_THAT(refused(), HasSubstr("taskId")) << "one that has ended makes room";
}

TEST_F(LegacyTasks, CountFromTheCallsThatMayBecomeSome) {
  const auto client = legacy_client();
  client->listed_tools();
  files_.leave_unanswered("tools/call");
  for (std::size_t number = 0; number < gateway::TaskTable::kMaxTasks; ++number) {
    client->request("tools/call", R"("name":"slow","task":{})");
  }
  const int beyond = client->request("tools/call", R"("name":"slow","task":{})");
  ASSERT_TRUE(run_until([&] { return !client->response_to(beyond).empty(); }));
  EXPECT_THAT(client->result_of(beyond), HasSubstr("there are 100 tasks that have not ended"));
  EXPECT_EQ(files_.run().count("tools/call"), 100U);
}

TEST_F(LegacyTasks, EndWithTheProcessOfTheirServerAndAreNotTakenForThoseOfTheNext) {
  files_.process = 4711;
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  files_.run().exit();
  files_.process = 4712;
  client->result_of(client->call("plain"));
  files_.run().notify("notifications/tasks/status", task("t1", "working"));
  EXPECT_EQ(client->result_of(ask(*client, "tasks/get", id)),
            R"(error: {"code":-32602,"message":"tasks/get: the server has ended since, and this task with it"})");
  EXPECT_THAT(client->received_of("notifications/tasks/status"), SizeIs(0));
  EXPECT_EQ(files_.run().count("tasks/get"), 0U);
  EXPECT_FALSE(client->workspace().is_needed_without_clients());
}

TEST_F(LegacyTasks, GoOnAfterAnErrorThatDoesNotSayThatTheyAreUnknown) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  files_.refuse("tasks/get", -32603, "Try again");
  client->result_of(ask(*client, "tasks/get", id));
  EXPECT_TRUE(client->workspace().is_needed_without_clients());
}

TEST_F(LegacyTasks, LeaveWhatAToolSaysOfTasksOfItsOwn) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  const int call = ask(*client, "tasks/result", id);
  run_until_quiet();
  files_.run().answer("tasks/result", R"({"content":[],"taskId":"mine","task":{"taskId":"mine"}})");
  EXPECT_EQ(client->result_of(call), R"({"content":[],"taskId":"mine","task":{"taskId":"mine"}})");
}

TEST_F(LegacyTasks, AreNotDeclaredToBeCancelledWhereNoServerCan) {
  files_.capabilities = R"({"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}})";
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_EQ(declared(*client, protocol::Revision::v2025_11_25, "tasks"),
            R"({"list":{},"requests":{"tools":{"call":{}}}})");
}

TEST_F(LegacyTasks, AreKeptWithoutWhatIsLargeInThem) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  const std::string large = R"({"taskId":"t1","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":null,)"
                            R"("statusMessage":")" +
                            std::string(gateway::TaskTable::kMaxTaskBytes, 'x') + "\"}";
  files_.handle("tasks/get",
                [large](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, large); });
  EXPECT_THAT(client->result_of(ask(*client, "tasks/get", id)), HasSubstr("xxx"));
  EXPECT_EQ(
      client->result_of(client->request("tasks/list")),
      R"({"tasks":[{"taskId":")" + id + R"(","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":null}]})");
}

TEST_F(LegacyTasks, AreUnknownIfTheirServersIdIsTooLong) {
  make_task_server(files_, std::string(gateway::TaskTable::kMaxServerId + 1, 'i'));
  const auto client = legacy_client();
  client->listed_tools();
  EXPECT_THAT(create(*client), SizeIs(gateway::TaskTable::kMaxServerId + 1));
  EXPECT_EQ(client->result_of(client->request("tasks/list")), R"({"tasks":[]})");
}

TEST_F(LegacyTasks, AreLostWithTheirServerWhichSaysSo) {
  const auto client = legacy_client();
  client->listed_tools();
  const std::string id = create(*client);
  files_.run().exit();
  files_.handle("tasks/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.error(request.id, -32602, "Failed to retrieve task: Task not found");
  });
  EXPECT_EQ(client->result_of(ask(*client, "tasks/get", id)),
            R"(error: {"code":-32602,"message":"Failed to retrieve task: Task not found"})");
  EXPECT_FALSE(client->workspace().is_needed_without_clients());
}

// --- in the words of the extension -----------------------------------------------------------------------------------

class ModernTasks : public WorkspaceFixture {
 protected:
  static constexpr const char* kExtension = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";

  ModernTasks() {
    config_.tool_mode = config::ToolMode::flat;
    jobs_.capabilities = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    jobs_.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"resultType":"task",)" + members("t/1", "working") + "}");
    });
    jobs_.handle("tasks/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"resultType":"complete",)" +
                                 members("t/1", "completed", R"(,"result":{"content":[],"n":1.0})") + "}");
    });
    for (const char* const method : {"tasks/update", "tasks/cancel"}) {
      jobs_.handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
        run.result(request.id, R"({"resultType":"complete"})");
      });
    }
  }

  static std::string members(const std::string& id, const std::string& status, const std::string& more = {}) {
    return R"("taskId":")" + id + R"(","status":")" + status +
           R"(","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":60000)" + more;
  }
  static std::string create(TestClient& client) {
    const std::string created = client.result_of(client.call("echo"));
    return json::characters(json::member(Json(created), "taskId"));
  }

  ScriptedServer& jobs_ = add_server("dev", "jobs", "modern");
};

TEST_F(ModernTasks, AreDeclaredWhereAServerHasThem) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  EXPECT_THAT(client->result_of(client->request("server/discover")),
              HasSubstr(R"("extensions":{"io.modelcontextprotocol/tasks":{}})"));
  EXPECT_EQ(declared(*client, protocol::Revision::v2025_11_25, "extensions"), "");
}

TEST_F(ModernTasks, PassWithAnIdOfOurs) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  const std::string id = create(*client);
  EXPECT_THAT(id, SizeIs(32));
  EXPECT_THAT(std::string(jobs_.run().latest("tools/call").params.text()), HasSubstr(kExtension));
  EXPECT_THAT(
      client->result_of(client->request("tasks/get", R"("taskId":")" + id + "\"")),
      HasSubstr(R"("resultType":"complete",)" + members(id, "completed", R"(,"result":{"content":[],"n":1.0})")));
  EXPECT_THAT(std::string(jobs_.run().latest("tasks/get").params.text()),
              AllOf(HasSubstr(R"("taskId":"t/1")"), HasSubstr(kExtension)));
}

TEST_F(ModernTasks, GetTheInputThatTheyRequireAndAreCancelled) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  const std::string id = create(*client);
  EXPECT_THAT(client->result_of(client->request("tasks/update", R"("taskId":")" + id +
                                                                    R"(","inputResponses":{"k":)"
                                                                    R"({"action":"decline"}})")),
              HasSubstr(R"("resultType":"complete")"));
  EXPECT_THAT(std::string(jobs_.run().latest("tasks/update").params.text()),
              AllOf(HasSubstr(R"("taskId":"t/1")"), HasSubstr(R"("inputResponses":{"k":{"action":"decline"}})")));
  client->result_of(client->request("tasks/cancel", R"("taskId":")" + id + "\""));
  EXPECT_EQ(member(jobs_.run().latest("tasks/cancel").params.text(), "taskId"), R"("t/1")");
}

TEST_F(ModernTasks, AreNotAskedForWhereThereIsNoRoomForMore) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  for (std::size_t number = 0; number < gateway::TaskTable::kMaxTasks; ++number) create(*client);
  jobs_.answer_normally("tools/call");
  EXPECT_THAT(client->result_of(client->call("echo")), HasSubstr(R"("content":[])"));
  EXPECT_THAT(std::string(jobs_.run().latest("tools/call").params.text()), Not(HasSubstr("extensions")));
}

TEST_F(ModernTasks, AreNotMadeForAClientThatDoesNotDeclareThem) {
  jobs_.answer_normally("tools/call");
  const auto client = modern_client();
  client->listed_tools();
  client->result_of(client->call("echo"));
  EXPECT_THAT(std::string(jobs_.run().latest("tools/call").params.text()), Not(HasSubstr("extensions")));
}

TEST_F(ModernTasks, DoNotReachAClientThatDoesNotDeclareThem) {
  const auto client = modern_client();
  client->listed_tools();
  const std::string answer = client->result_of(client->call("echo"));
  EXPECT_EQ(first_text(answer),
            "[dev/jobs/echo] Error: the server has made a task of the request, for which it was not asked");
}

TEST_F(ModernTasks, ThatCannotBeAskedForDoNotReachTheClient) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  const std::string long_id(gateway::TaskTable::kMaxServerId + 1, 't');
  for (const std::string& task : {std::string(R"("status":"working")"), std::string(R"("taskId":7,"status":"working")"),
                                  members("t", "paused"), members(long_id, "working")}) {
    jobs_.handle("tools/call", [task](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"resultType":"task",)" + task + "}");
    });
    const std::string answer = client->result_of(client->call("echo"));
    EXPECT_EQ(member(answer, "isError"), "true") << task;
    EXPECT_THAT(first_text(answer), HasSubstr("the server's task")) << task;
  }
}

TEST_F(ModernTasks, DoNotAskTheClientForWhatItHasNotDeclared) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  const std::string id = create(*client);
  const auto state_with = [&](const std::string& requests) {
    jobs_.handle("tasks/get", [requests](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"resultType":"complete",)" +
                                 members("t/1", "input_required", ",\"inputRequests\":" + requests) + "}");
    });
    return client->result_of(client->request("tasks/get", R"("taskId":")" + id + "\""));
  };
  EXPECT_THAT(state_with(R"({"r":{"method":"roots/list"}})"),
              AllOf(HasSubstr(R"(error: {"code":-32021,)"), HasSubstr(R"("requiredCapabilities":{"roots":{}})")));
  EXPECT_THAT(state_with(R"({"r":{"method":"ping"}})"), HasSubstr(R"(error: {"code":-32603,)"));
  EXPECT_THAT(state_with("{}"), HasSubstr(R"("status":"input_required")"));
}

// "MUST return an error with the code -32021" (SEP-2663, Capability Negotiation and Task Status Notifications).
TEST_F(ModernTasks, AreOnlyForRequestsThatDeclareThem) {
  const auto able = modern_client(kExtension);
  able->listed_tools();
  const std::string id = create(*able);
  const auto unable = modern_client();
  unable->listed_tools();
  const std::string refusal = R"("data":{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})";
  for (const char* const method : {"tasks/get", "tasks/update", "tasks/cancel"}) {
    EXPECT_THAT(unable->result_of(unable->request(method, R"("taskId":")" + id + "\"")),
                AllOf(HasSubstr(R"("code":-32021)"), HasSubstr(refusal)))
        << method;
  }
  EXPECT_THAT(unable->result_of(unable->request("subscriptions/listen", R"("notifications":{"taskIds":["a"]})")),
              HasSubstr(R"("code":-32021)"));
}

TEST_F(ModernTasks, HaveNoResultMethodAndNoList) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  for (const char* const method : {"tasks/result", "tasks/list"}) {
    EXPECT_THAT(client->result_of(client->request(method)), HasSubstr("-32601")) << method;
  }
}

TEST_F(ModernTasks, OfLegacyServersAreNotKnownByTheirIds) {
  const auto client = modern_client(kExtension);
  client->listed_tools();
  EXPECT_THAT(client->result_of(client->request("tasks/get", R"("taskId":"t/1")")), HasSubstr("Task not found"));
}

}  // namespace
