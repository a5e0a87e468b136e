// What clients do together with a server, while whatever they use ends, at every step of it.

#include "stage.hpp"

namespace gateway_fixture {
namespace {

constexpr const char* kForms = R"({"elicitation":{}})";
constexpr const char* kUrls = R"({"elicitation":{"url":{}}})";
constexpr const char* kForm = R"({"message":"Sure?","requestedSchema":{"type":"object","properties":{}}})";
constexpr const char* kAccept = R"({"action":"accept","content":{}})";
constexpr const char* kTasks = R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
constexpr const char* kTasksExtension = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";

std::string legacy_task(const std::string& status) {
  return R"({"taskId":"t1","status":")" + status +
         R"(","createdAt":"2025-11-25T10:30:00Z","lastUpdatedAt":"2025-11-25T10:30:00Z","ttl":60000})";
}

std::string modern_task(const std::string& status, const std::string& more = {},
                        const std::string& result_type = "complete") {
  return R"({"resultType":")" + result_type + R"(","taskId":"t1","status":")" + status +
         R"(","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":60000,"pollIntervalMs":50)" +
         more + "}";
}

void answer_call(ScriptedRun& run) {
  run.answer("tools/call", R"({"content":[]})");
}

/// A server whose tool "slow" runs as a task only, and whose tasks the scene ends.
ScriptedServer& add_task_server(Stage& stage) {
  ScriptedServer& server = stage.server();
  server.capabilities = kTasks;
  server.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},)"
                           R"("execution":{"taskSupport":"required"}}]})");
  });
  server.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"task":)" + legacy_task("working") + "}");
  });
  server.handle("tasks/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, legacy_task("completed"));
  });
  server.handle("tasks/cancel", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, legacy_task("cancelled"));
  });
  server.leave_unanswered("tasks/result");
  return server;
}

// --- scenes ----------------------------------------------------------------------------------------------------------

/// Two principals call a server that they share, and are asked.
void share_a_server(Stage& stage) {
  ScriptedServer& server = stage.server();
  stage.server_entry().share = config::Share::process;
  server.leave_unanswered("tools/call");
  TestClient& ada = stage.add_legacy("ada", kForms);
  TestClient& bob = stage.add_legacy("bob", kForms);
  stage.open(ada);
  stage.open(bob);
  stage.settle();
  const std::size_t call = stage.use_tool(ada);
  stage.settle();
  stage.act(server, [](ScriptedRun& run) { run.request(7, "elicitation/create", kForm); });
  stage.settle();
  stage.use_tool(bob);
  stage.settle();
  stage.answer_input_requests(ada, kAccept);
  stage.settle();
  server.answer_normally("tools/call");
  stage.act(server, [](ScriptedRun& run) {
    for (const auto& message : std::vector(run.received())) {
      if (message.method == "tools/call") run.result(message.id, R"({"content":[]})");
    }
  });
  stage.settle();
  stage.use_tool(bob);
  stage.settle();
  stage.expect_as_planned(call, R"("content":[])");
}

/// A client of 2025-11-25 makes a task, for which another session of its principal waits.
void wait_for_the_task_of_another_session(Stage& stage) {
  stage.configuration().tool_mode = config::ToolMode::flat;
  ScriptedServer& server = add_task_server(stage);
  TestClient& first = stage.add_legacy("ann", kForms);
  TestClient& second = stage.add_legacy("ann", kForms);
  stage.request(first, "tools/list");
  stage.settle();
  stage.request(second, "tools/list");
  stage.settle();
  const std::size_t created = stage.call(first, "echo", "{}", R"(,"task":{})");
  stage.settle();
  const std::string id = R"("taskId":")" + stage.text_in(created, "task.taskId") + "\"";
  const std::size_t result = stage.request(second, "tasks/result", id);
  const std::size_t got = stage.request(second, "tasks/get", id);
  stage.request(second, "tasks/list");
  stage.settle();
  const auto act = [&](const std::function<void(ScriptedRun&)>& action) { stage.act(server, action, 0); };
  act([](ScriptedRun& run) { run.request(7, "elicitation/create", kForm); });
  stage.settle();
  stage.answer_input_requests(second, kAccept);
  act([](ScriptedRun& run) { run.notify("notifications/tasks/status", legacy_task("completed")); });
  stage.settle();
  act([](ScriptedRun& run) { run.answer("tasks/result", R"({"content":[]})"); });
  stage.settle();
  stage.request(second, "tasks/get", id);
  stage.settle();
  stage.expect_as_planned(result, R"("content":[])");
  stage.expect_as_planned(got, R"("status":"completed")");
}

/// The server of the task demands a login meanwhile, for which sessions of the same principal wait.
void wait_for_a_login_at_the_server_of_another_session(Stage& stage) {
  stage.configuration().tool_mode = config::ToolMode::flat;
  ScriptedServer& server = add_task_server(stage);
  TestClient& first = stage.add_legacy("ann", kUrls);
  TestClient& second = stage.add_legacy("ann", kUrls);
  TestClient& third = stage.add_legacy("ann", kUrls);
  for (TestClient* client : {&first, &second, &third}) {
    stage.request(*client, "tools/list");
    stage.settle();
  }
  const std::size_t created = stage.call(first, "echo", "{}", R"(,"task":{})");
  stage.settle();
  const std::string id = R"("taskId":")" + stage.text_in(created, "task.taskId") + "\"";
  stage.act(
      server, [](ScriptedRun& run) { run.notify("notifications/tasks/status", legacy_task("completed")); }, 0);
  stage.settle();
  stage.demand_login(server);
  stage.act(
      server, [](ScriptedRun& run) { run.exit(); }, 0);
  stage.settle();
  const std::size_t got = stage.request(second, "tasks/get", id);
  const std::size_t result = stage.request(third, "tasks/result", id);
  stage.settle();
  stage.answer_input_requests(second, kAccept);
  stage.settle();
  stage.log_in(server);
  stage.settle_until_answered(got);
  stage.act(server, [](ScriptedRun& run) { run.answer("tasks/result", R"({"content":[]})"); });
  stage.settle();
  stage.expect_as_planned(got, R"("status":"completed")");
  stage.expect_as_planned(result, R"("content":[])");
}

/// A server of 2025-11-25 makes a task of a call whose client knows of none.
void drive_a_legacy_task(Stage& stage) {
  ScriptedServer& server = add_task_server(stage);
  TestClient& client = stage.add_legacy("ann", kForms);
  TestClient& other = stage.add_legacy("bob", kForms);
  stage.open(client);
  stage.open(other);
  stage.settle();
  const std::size_t call = stage.use_tool(client);
  stage.settle();
  stage.act(server, [](ScriptedRun& run) { run.request(7, "elicitation/create", kForm); });
  stage.settle();
  stage.answer_input_requests(client, kAccept);
  const auto is_asked = [&server](std::size_t run) { return server.run(run).count("tasks/result") > 0; };
  stage.settle_until([&] { return server.starts() > 0 && is_asked(server.starts() - 1); });
  for (std::size_t run = 0; run < server.starts(); ++run) {
    if (is_asked(run)) server.run(run).answer("tasks/result", R"({"content":[]})");
  }
  stage.settle();
  stage.expect_as_planned(call, R"("content":[])");
}

/// A modern server makes a task of a call whose clients, with different capabilities, know of none.
void drive_a_modern_task(Stage& stage) {
  ScriptedServer& server = stage.server("modern");
  server.capabilities = kTasksExtension;
  server.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    const bool takes_tasks = request.params.text().find("io.modelcontextprotocol/tasks") != std::string_view::npos;
    if (takes_tasks) return run.result(request.id, modern_task("working", {}, "task"));
    run.send(Message(R"({"jsonrpc":"2.0","id":)" + request.id.raw() +
                     R"(,"error":{"code":-32021,"message":"needs tasks","data":{"requiredCapabilities":{"extensions":)"
                     R"({"io.modelcontextprotocol/tasks":{}}}}}})"));
  });
  server.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})");
  });
  server.handle("tasks/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, modern_task("completed", R"(,"result":{"content":[]})"));
  });
  TestClient& one = stage.add_modern("ann");
  TestClient& other = stage.add_modern("ann", kForms);
  const std::size_t call = stage.use_tool(one);
  const std::size_t again = stage.use_tool(other);
  stage.settle();
  stage.settle_until_answered(call);
  stage.settle_until_answered(again);
  stage.expect_as_planned(call, R"("content":[])");
  stage.expect_as_planned(again, R"("content":[])");
}

/// Modern clients of one principal, with different capabilities, use the tasks of each other.
void share_modern_tasks(Stage& stage) {
  constexpr const char* kExtension = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";
  constexpr const char* kMore = R"({"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
  stage.configuration().tool_mode = config::ToolMode::flat;
  ScriptedServer& server = stage.server("modern");
  server.capabilities = kTasksExtension;
  server.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id,
               R"({"resultType":"task","taskId":"t1","status":"working",)"
               R"("createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z","ttlMs":60000})");
  });
  server.leave_unanswered("tasks/get");
  TestClient& one = stage.add_modern("ann", kExtension);
  TestClient& other = stage.add_modern("ann", kMore);
  stage.request(one, "tools/list");
  stage.request(other, "tools/list");
  stage.settle();
  const std::size_t created = stage.call(one, "echo");
  stage.settle();
  const std::string id = R"("taskId":")" + stage.text_in(created, "taskId") + "\"";
  const std::size_t got = stage.request(other, "tasks/get", id);
  stage.settle();
  stage.act(server,
            [](ScriptedRun& run) { run.answer("tasks/get", modern_task("completed", R"(,"result":{"content":[]})")); });
  stage.settle();
  stage.request(other, "tasks/cancel", id);
  stage.settle();
  stage.act(server, [](ScriptedRun& run) { run.answer("tasks/cancel", R"({"resultType":"complete"})"); });
  stage.settle();
  stage.expect_as_planned(got, R"("status":"completed")");
}

/// Several calls of one session, and one of another, wait for a login.
void wait_for_a_login(Stage& stage) {
  ScriptedServer& server = stage.server();
  stage.configuration().toolboxes.front().auto_open = true;
  stage.demand_login(server);
  TestClient& ada = stage.add_legacy("ada", kUrls);
  TestClient& again = stage.add_legacy("ada", kUrls);
  stage.open(ada);
  const std::size_t call = stage.use_tool(ada);
  stage.settle();
  const std::size_t other = stage.use_tool(again);
  stage.settle();
  stage.answer_input_requests(ada, kAccept);
  stage.settle();
  stage.log_in(server);
  stage.settle();
  stage.expect_as_planned(call, R"("content":[])");
  stage.expect_as_planned(other, R"("content":[])");
}

/// The login of modern clients: their calls are suspended, and repeated by another client of the principal.
void resume_a_suspended_login(Stage& stage) {
  ScriptedServer& server = stage.server();
  stage.demand_login(server);
  TestClient& ada = stage.add_modern("ada", kUrls);
  TestClient& again = stage.add_modern("ada", kUrls);
  const std::size_t call = stage.use_tool(ada);
  const std::size_t other = stage.open(again);
  stage.settle_until_answered(call);
  stage.settle_until_answered(other);
  stage.log_in(server);
  stage.settle_until_answered(other);
  const std::string state = stage.text_in(call, "requestState");
  const std::size_t repeated =
      stage.call(again, "use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{}})",
                 R"(,"requestState":)" + json::quoted(state) + R"(,"inputResponses":{"q1":{"action":"accept"}})");
  stage.settle_until_answered(repeated);
  stage.expect_as_planned(call, "input_required");
  stage.expect_as_planned(repeated, R"("content":[])");
}

/// A legacy server asks in the course of a modern client's call, which another client of the principal repeats.
void resume_a_suspended_call(Stage& stage) {
  ScriptedServer& server = stage.server();
  server.leave_unanswered("tools/call");
  TestClient& ada = stage.add_modern("ada", kForms);
  TestClient& again = stage.add_modern("ada", kForms);
  const std::size_t call = stage.use_tool(ada);
  stage.settle();
  stage.act(server, [](ScriptedRun& run) { run.request(7, "elicitation/create", kForm); });
  stage.settle_until_answered(call);
  const std::string state = stage.text_in(call, "requestState");
  const std::size_t repeated = stage.call(
      again, "use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{}})",
      R"(,"requestState":)" + json::quoted(state) + R"(,"inputResponses":{"q1":)" + std::string(kAccept) + "}");
  stage.settle();
  stage.act(server, answer_call);
  stage.settle();
  stage.expect_as_planned(call, "input_required");
  stage.expect_as_planned(repeated, R"("content":[])");
}

/// A modern server asks a legacy client in its result.
void repeat_a_call_with_input(Stage& stage) {
  ScriptedServer& server = stage.server("modern");
  server.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    const bool is_repeated = request.params.text().find("inputResponses") != std::string_view::npos;
    run.result(request.id, is_repeated
                               ? R"({"resultType":"complete","content":[]})"
                               : R"({"resultType":"input_required","inputRequests":{"a":{"method":)"
                                 R"("elicitation/create","params":{"mode":"form","message":"Sure?",)"
                                 R"("requestedSchema":{"type":"object","properties":{}}}}},"requestState":"s"})");
  });
  TestClient& ada = stage.add_legacy("ada", kForms);
  stage.open(ada);
  stage.settle();
  const std::size_t call = stage.use_tool(ada);
  stage.settle();
  stage.answer_input_requests(ada, kAccept);
  stage.settle();
  stage.expect_as_planned(call, R"("content":[])");
}

/// Sessions and modern clients watch the same resources of a server that they share.
void subscribe(Stage& stage) {
  stage.configuration().tool_mode = config::ToolMode::flat;
  ScriptedServer& server = stage.server();
  stage.server_entry().share = config::Share::process;
  server.capabilities = R"({"tools":{},"resources":{"subscribe":true,"listChanged":true}})";
  server.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})", R"({"uri":"file:///b","name":"b"})"};
  server.lists["resources/templates/list"] = {};
  TestClient& ada = stage.add_legacy("ada");
  TestClient& bob = stage.add_legacy("bob");
  TestClient& eve = stage.add_modern("eve");
  stage.request(ada, "resources/list");
  stage.settle();
  stage.request(ada, "resources/subscribe", R"("uri":"file:///a")");
  stage.request(bob, "resources/subscribe", R"("uri":"file:///a")");
  const std::string listen = R"("notifications":{"resourceSubscriptions":["file:///b"]})";
  eve.request("subscriptions/listen", listen);  // it has no answer before its end
  stage.settle();
  stage.act(server, [](ScriptedRun& run) {
    run.notify("notifications/resources/updated", R"({"uri":"file:///a"})");
    run.notify("notifications/resources/list_changed");
    run.notify("notifications/resources/updated", R"({"uri":"file:///b"})");
  });
  stage.settle();
  stage.request(bob, "resources/unsubscribe", R"("uri":"file:///a")");
  stage.request(bob, "resources/read", R"("uri":"file:///b")");
  stage.settle();
}

/// A long result is kept, and read by another client of the principal.
void read_a_kept_result(Stage& stage) {
  ScriptedServer& server = stage.server();
  stage.server_entry().max_result_tokens = 30;
  server.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"content":[{"type":"text","text":")" + std::string(400, 'x') + R"("}]})");
  });
  TestClient& ada = stage.add_modern("ada");
  TestClient& again = stage.add_modern("ada");
  const std::size_t call = stage.use_tool(ada);
  stage.settle();
  const std::vector<Json> blocks = json::elements(Json(member(stage.answer(call), "result.content")));
  const std::string uri =
      blocks.size() < 2 ? "workbench://results/0" : json::characters(json::member(blocks[1], "uri"));
  const std::size_t page = stage.call(again, "read_result", R"({"uri":")" + uri + R"(","page":2})");
  const std::size_t whole = stage.request(again, "resources/read", R"("uri":")" + uri + "\"");
  stage.settle();
  stage.expect_as_planned(page, "xxx");
  stage.expect_as_planned(whole, "xxx");
}

/// Tools of an open toolbox are called by their native names, and the toolbox is closed and opened again.
void call_natively(Stage& stage) {
  stage.configuration().tool_mode = config::ToolMode::dynamic;
  ScriptedServer& server = stage.server();
  TestClient& ada = stage.add_legacy("ada");
  TestClient& bob = stage.add_legacy("bob");
  stage.open(ada);
  stage.open(bob);
  stage.settle();
  server.leave_unanswered("tools/call");
  stage.call(ada, "dev__files__echo");
  stage.call(bob, "dev__files__echo");
  stage.settle();
  for (std::size_t run = 0; run < server.starts(); ++run) {
    if (server.run(run).count("tools/call") > 0) answer_call(server.run(run));
  }
  stage.settle();
  stage.call(bob, "close_toolbox", R"({"toolbox_name":"dev"})");
  stage.settle();
  stage.open(bob);
  stage.settle();
}

/// Modern clients of one principal use one run of a modern server from several workspaces.
void use_the_server_of_a_principal(Stage& stage) {
  ScriptedServer& server = stage.server("modern");
  TestClient& one = stage.add_modern("ada");
  TestClient& other = stage.add_modern("ada", kForms);
  TestClient& third = stage.add_modern("ada", kUrls);
  stage.use_tool(one);
  stage.settle();
  server.leave_unanswered("tools/call");
  stage.use_tool(one);
  stage.use_tool(other);
  const std::size_t call = stage.use_tool(third);
  stage.settle();
  for (std::size_t run = 0; run < server.starts(); ++run) {
    for (const auto& message : std::vector(server.run(run).received())) {
      if (message.method == "tools/call") {
        server.run(run).result(message.id, R"({"resultType":"complete","content":[]})");
      }
    }
  }
  stage.settle();
  stage.expect_as_planned(call, R"("content":[])");
}

// --- every scene with every ending -----------------------------------------------------------------------------------

struct NamedScene {
  const char* name;
  void (*play)(Stage&);
};

class Endings : public testing::TestWithParam<std::tuple<NamedScene, Ending>> {};

INSTANTIATE_TEST_SUITE_P(
    All, Endings,
    testing::Combine(
        testing::Values(
            NamedScene{"ShareAServer", share_a_server},
            NamedScene{"WaitForTheTaskOfAnotherSession", wait_for_the_task_of_another_session},
            NamedScene{"WaitForALoginAtTheServerOfAnotherSession", wait_for_a_login_at_the_server_of_another_session},
            NamedScene{"DriveALegacyTask", drive_a_legacy_task}, NamedScene{"DriveAModernTask", drive_a_modern_task},
            NamedScene{"ShareModernTasks", share_modern_tasks}, NamedScene{"WaitForALogin", wait_for_a_login},
            NamedScene{"ResumeASuspendedLogin", resume_a_suspended_login},
            NamedScene{"ResumeASuspendedCall", resume_a_suspended_call},
            NamedScene{"RepeatACallWithInput", repeat_a_call_with_input}, NamedScene{"Subscribe", subscribe},
            NamedScene{"ReadAKeptResult", read_a_kept_result}, NamedScene{"CallNatively", call_natively},
            NamedScene{"UseTheServerOfAPrincipal", use_the_server_of_a_principal}),
        testing::Values(Ending::client_disconnects, Ending::connection_lost, Ending::workspace_idle,
                        Ending::toolbox_closed, Ending::toolbox_removed, Ending::toolbox_replaced, Ending::server_dies,
                        Ending::server_stops, Ending::shutdown)),
    [](const auto& played) {
      return std::string(std::get<0>(played.param).name) + "_" + name_of(std::get<1>(played.param));
    });

TEST_P(Endings, LeaveNoRequestWithoutAnAnswerAndNothingInUse) {
  const auto& [scene, ending] = GetParam();
  play_with(scene.play, ending);
}

}  // namespace
}  // namespace gateway_fixture
