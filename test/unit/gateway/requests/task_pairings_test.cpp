// Tasks between clients and servers of both eras: the same promises hold in all four pairings, each in the words of its
// client.

#include <functional>
#include <map>

#include "gateway/requests/tasks/task_creation.hpp"
#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct TaskPairing {
  const char* name;
  bool has_modern_client;
  bool has_modern_server;
};

constexpr const char* kRelated = "io.modelcontextprotocol/related-task";
constexpr const char* kExtensionCapability = R"("extensions":{"io.modelcontextprotocol/tasks":{}})";
constexpr const char* kElicitation =
    R"({"mode":"form","message":"Sure?","requestedSchema":{"type":"object","properties":{}})";

/// A server that makes a task of each call that may become one, and knows it as `t/1`. The test says how it goes on.
class TaskScene : public WorkspaceFixture {
 protected:
  TaskScene() { config_.tool_mode = config::ToolMode::flat; }

  void make_server(bool is_modern) {
    is_modern_ = is_modern;
    server_ = &add_server("dev", "jobs", is_modern ? "modern" : "legacy");
    is_modern ? make_modern() : make_legacy();
  }

  std::unique_ptr<TestClient> client_of(bool is_modern, const std::string& who = "ann") {
    if (!is_modern) return legacy_client(R"({"elicitation":{}})", principal(who));
    return modern_client("{\"elicitation\":{}," + std::string(kExtensionCapability) + "}", principal(who));
  }

  // --- the server ---

  void end_with_result(const std::string& result, bool is_error = false) {
    status_ = is_error && !is_modern_ ? "failed" : "completed";
    end(R"(,"result":)" + result, [result](ScriptedRun& run, const jsonrpc::Id& id) { run.result(id, result); });
  }
  void end_with_error(int code, const std::string& message) {
    status_ = "failed";
    end(R"(,"error":{"code":)" + std::to_string(code) + R"(,"message":")" + message + "\"}",
        [code, message](ScriptedRun& run, const jsonrpc::Id& id) { run.error(id, code, message); });
  }
  /// The server needs an input. A legacy server asks for it in the course of `tasks/result` only.
  void need_input() {
    status_ = "input_required";
    more_ = R"(,"inputRequests":{"sure":{"method":"elicitation/create","params":)" + std::string(kElicitation) + "}}}";
    if (!waiting_.empty()) ask();
  }
  /// What it has received as the response to that; empty: nothing yet.
  [[nodiscard]] std::string input() const {
    if (is_modern_) {
      return server_->run().count("tasks/update") == 0
                 ? std::string()
                 : member(server_->run().latest("tasks/update").params.text(), "inputResponses.sure");
    }
    const auto* const response = server_->run().find_response(7);
    return response == nullptr ? std::string() : std::string(response->result.text());
  }

  // --- the client ---

  /// Calls a tool so that it becomes a task; returns our id of the task.
  static std::string create(TestClient& client, bool is_modern, const std::string& tool = "slow") {
    const std::string result = client.result_of(call(client, is_modern, tool));
    const std::string task = is_modern ? result : member(result, "task");
    return json::characters(json::member(Json(task), "taskId"));
  }
  static int call(TestClient& client, bool is_modern, const std::string& tool = "slow") {
    return client.request("tools/call",
                          R"("name":")" + tool + R"(","arguments":{})" + (is_modern ? "" : R"(,"task":{"ttl":30000})"));
  }
  static int ask(TestClient& client, const std::string& method, const std::string& id) {
    return client.request(method, R"("taskId":")" + id + "\"");
  }
  std::string answer(TestClient& client, int request) {
    EXPECT_TRUE(run_until([&] { return !client.response_to(request).empty(); }));
    return client.result_of(request);
  }
  std::string get(TestClient& client, const std::string& id) { return answer(client, ask(client, "tasks/get", id)); }
  std::string status(TestClient& client, const std::string& id) {
    return json::characters(json::member(Json(get(client, id)), "status"));
  }
  /// What the call has ended with, as the client is told: its result, or its error.
  std::string outcome(TestClient& client, bool is_modern, const std::string& id) {
    if (!is_modern) return answer(client, ask(client, "tasks/result", id));
    const std::string task = get(client, id);
    const std::string error = member(task, "error");
    return error.empty() ? member(task, "result") : "error: " + error;
  }

  static std::string task(const std::string& status, const std::string& words) {
    return R"("taskId":"t/1","status":")" + status +
           R"(","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:00Z",)" + words;
  }

  ScriptedServer* server_ = nullptr;
  std::string status_ = "working";
  bool makes_tasks_ = true;

 private:
  using Answer = std::function<void(ScriptedRun&, const jsonrpc::Id&)>;

  void end(const std::string& more, Answer answer) {
    more_ = more;
    outcome_ = std::move(answer);
    for (const jsonrpc::Id& id : std::exchange(waiting_, {})) outcome_(server_->run(), id);
  }
  void ask() {
    server_->run().request(7, "elicitation/create",
                           std::string(kElicitation) + R"(,"_meta":{")" + kRelated + R"(":{"taskId":"t/1"}}})");
  }

  [[nodiscard]] std::string legacy_task() const { return "{" + task(status_, R"("ttl":60000,"pollInterval":1)") + "}"; }
  [[nodiscard]] std::string modern_task() const { return task(status_, R"("ttlMs":60000,"pollIntervalMs":1)") + more_; }

  void make_legacy() {
    server_->capabilities = R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
    server_->handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id,
                 R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}},)"
                 R"({"name":"either","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"}},)"
                 R"({"name":"plain","inputSchema":{"type":"object"}}]})");
    });
    server_->handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      const bool is_task = makes_tasks_ && !json::member(request.params, "task").is_absent();
      run.result(request.id, is_task ? R"({"task":)" + legacy_task() + "}" : R"({"content":[],"n":1.0})");
    });
    server_->handle("tasks/get", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, legacy_task());
    });
    server_->handle("tasks/result", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (outcome_) return outcome_(run, request.id);
      waiting_.push_back(request.id);
      if (status_ == "input_required" && run.find_response(7) == nullptr) ask();
    });
    server_->handle("tasks/cancel", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (outcome_) return run.error(request.id, -32602, "already in terminal status");
      status_ = "cancelled";
      run.result(request.id, legacy_task());
    });
  }

  void make_modern() {
    server_->capabilities = R"({"tools":{},)" + std::string(kExtensionCapability) + "}";
    server_->tools = {"slow", "either", "plain"};
    server_->handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      const std::string params(request.params.text());
      const bool is_task = makes_tasks_ && params.find(kExtensionCapability) != std::string::npos;
      run.result(request.id, is_task ? R"({"resultType":"task",)" + modern_task() + "}"
                                     : R"({"resultType":"complete","content":[],"n":1.0})");
    });
    server_->handle("tasks/get", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"resultType":"complete",)" + modern_task() + "}");
    });
    for (const char* const method : {"tasks/update", "tasks/cancel"}) {
      server_->handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
        run.result(request.id, R"({"resultType":"complete"})");
      });
    }
  }

  bool is_modern_ = false;
  std::string more_;                  // members of the task of a modern server
  Answer outcome_;                    // of a legacy server's tasks/result; empty: it has not ended
  std::vector<jsonrpc::Id> waiting_;  // tasks/result
};

class TasksBetween : public TaskScene, public testing::WithParamInterface<TaskPairing> {
 protected:
  TasksBetween() { make_server(GetParam().has_modern_server); }

  static bool modern() { return GetParam().has_modern_client; }
  /// A client that has seen the tools.
  std::unique_ptr<TestClient> client(const std::string& who = "ann") {
    auto made = client_of(modern(), who);
    EXPECT_THAT(made->listed_tools(), SizeIs(3));
    return made;
  }
};

INSTANTIATE_TEST_SUITE_P(All, TasksBetween,
                         testing::Values(TaskPairing{"LegacyClientAndLegacyServer", false, false},
                                         TaskPairing{"LegacyClientAndModernServer", false, true},
                                         TaskPairing{"ModernClientAndLegacyServer", true, false},
                                         TaskPairing{"ModernClientAndModernServer", true, true}),
                         [](const auto& pairing) { return pairing.param.name; });

TEST_P(TasksBetween, AreDeclaredInTheWordsOfTheClient) {
  const auto ann = client();
  const auto declared = [&](protocol::Revision revision, const std::string& name) {
    const Json capabilities = ann->workspace().backend().capabilities(revision);
    return member(capabilities.text(), name);
  };
  EXPECT_EQ(declared(protocol::Revision::v2025_11_25, "tasks"),
            R"({"list":{},"cancel":{},"requests":{"tools":{"call":{}}}})");
  EXPECT_EQ(declared(protocol::kModernRevision, "extensions"), R"({"io.modelcontextprotocol/tasks":{}})");
  EXPECT_EQ(declared(protocol::kModernRevision, "tasks"), "");
}

TEST_P(TasksBetween, MayBeAskedForAsTheToolsAreShown) {
  const auto ann = client();
  const std::string tools = member(ann->result_of(ann->request("tools/list")), "tools");
  std::map<std::string, std::string> execution;
  for (const Json& tool : json::elements(Json(tools))) {
    execution[json::characters(json::member(tool, "name"))] = member(tool.text(), "execution");
  }
  const std::string may_be_task = modern() ? "" : R"({"taskSupport":"optional"})";
  EXPECT_EQ(execution.at("slow"), may_be_task);
  EXPECT_EQ(execution.at("either"), may_be_task);
  EXPECT_EQ(execution.at("plain"), GetParam().has_modern_server ? may_be_task : "");
}

TEST_P(TasksBetween, AreCreatedWithAnIdOfOurs) {
  const auto ann = client();
  for (const char* const tool : {"slow", "either"}) {
    const std::string result = ann->result_of(call(*ann, modern(), tool));
    const std::string created = modern() ? result : member(result, "task");
    const std::string id = json::characters(json::member(Json(created), "taskId"));
    EXPECT_THAT(id, SizeIs(32)) << result;
    EXPECT_EQ(member(created, "status"), "\"working\"");
    EXPECT_EQ(member(created, "createdAt"), "\"2026-08-01T10:00:00Z\"");
    EXPECT_EQ(member(created, modern() ? "ttlMs" : "ttl"), "60000");
    EXPECT_EQ(member(created, modern() ? "pollIntervalMs" : "pollInterval"), "1");
    EXPECT_EQ(member(created, modern() ? "ttl" : "ttlMs"), "");
    EXPECT_EQ(member(result, "resultType"), modern() ? "\"task\"" : "");
  }
  const std::string sent(server_->run().latest("tools/call").params.text());
  EXPECT_THAT(sent, GetParam().has_modern_server ? HasSubstr(kExtensionCapability)
                                                 : HasSubstr(modern() ? R"("task":{})" : R"("task":{"ttl":30000})"));
}

TEST_P(TasksBetween, ShowTheirState) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  const std::string state = get(*ann, id);
  EXPECT_EQ(member(state, "taskId"), "\"" + id + "\"");
  EXPECT_EQ(member(state, "status"), "\"working\"");
  EXPECT_EQ(member(state, modern() ? "ttlMs" : "ttl"), "60000");
  EXPECT_EQ(member(state, modern() ? "ttl" : "ttlMs"), "");
  EXPECT_EQ(member(state, "resultType"), modern() ? "\"complete\"" : "");
  EXPECT_EQ(member(server_->run().latest("tasks/get").params.text(), "taskId"), R"("t/1")");
}

TEST_P(TasksBetween, EndWithTheResultOfTheCall) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  end_with_result(R"({"content":[{"type":"text","text":"1.0"}]})");
  EXPECT_EQ(status(*ann, id), "completed");
  const std::string result = outcome(*ann, modern(), id);
  EXPECT_EQ(member(result, "content"), R"([{"type":"text","text":"1.0"}])");
  if (!modern() && GetParam().has_modern_server) {
    EXPECT_EQ(member(result, "_meta"), R"({")" + std::string(kRelated) + R"(":{"taskId":")" + id + R"("}})");
  }
  if (modern() && !GetParam().has_modern_server) {
    EXPECT_EQ(member(result, "resultType"), "\"complete\"");
  }
  EXPECT_EQ(outcome(*ann, modern(), id), result) << "as often as the client asks";
}

TEST_P(TasksBetween, EndWithAValidResultWhateverTheServerWrites) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  end_with_result(R"({"content":"a"})");
  EXPECT_EQ(member(outcome(*ann, modern(), id), "content"), R"([{"type":"text","text":"a"}])");
}

TEST_P(TasksBetween, WaitForTheirEndIfAClientOf2025AsksForTheResult) {
  if (modern()) return;  // it asks for the state
  const auto ann = client();
  const int waiting = ask(*ann, "tasks/result", create(*ann, modern()));
  wait_a_moment();
  EXPECT_EQ(ann->response_to(waiting), "");
  end_with_result(R"({"content":[],"n":2.0})");
  EXPECT_EQ(member(answer(*ann, waiting), "n"), "2.0");
}

// "The failed status MUST NOT be used to represent non-JSON-RPC errors, such as a tool result that completed with
// isError: true" (SEP-2663); in 2025-11-25 "the task should reach failed status" then.
TEST_P(TasksBetween, EndWithAToolsErrorInTheStatusOfTheClientsWords) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  end_with_result(R"({"content":[],"isError":true})", true);
  EXPECT_EQ(status(*ann, id), modern() ? "completed" : "failed");
  EXPECT_EQ(member(outcome(*ann, modern(), id), "isError"), "true");
}

TEST_P(TasksBetween, EndWithTheErrorOfTheCall) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  end_with_error(1001, "out of paper");
  EXPECT_EQ(status(*ann, id), "failed");
  EXPECT_EQ(outcome(*ann, modern(), id), R"(error: {"code":1001,"message":"out of paper"})");
}

TEST_P(TasksBetween, AreCancelled) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  const std::string answered = answer(*ann, ask(*ann, "tasks/cancel", id));
  EXPECT_EQ(member(server_->run().latest("tasks/cancel").params.text(), "taskId"), R"("t/1")");
  if (modern()) {
    EXPECT_EQ(member(answered, "resultType"), "\"complete\"");
    EXPECT_EQ(member(answered, "status"), "") << "the acknowledgement is empty";
  } else {
    EXPECT_EQ(member(answered, "taskId"), "\"" + id + "\"");
    EXPECT_EQ(member(answered, "status"), "\"cancelled\"");
    EXPECT_EQ(status(*ann, id), "cancelled") << "whatever its server does with the wish";
    EXPECT_THAT(ann->result_of(ann->request("tasks/list")), HasSubstr(R"("status":"cancelled")"));
  }
}

// A modern server may go on after the wish; in 2025-11-25 a cancelled task stays cancelled.
TEST_P(TasksBetween, StayCancelledForAClientOf2025ThoughTheServerEndsThem) {
  if (modern() || !GetParam().has_modern_server) return;
  const auto ann = client();
  const std::string id = create(*ann, modern());
  answer(*ann, ask(*ann, "tasks/cancel", id));
  end_with_result(R"({"content":[]})");
  EXPECT_EQ(status(*ann, id), "cancelled");
  EXPECT_THAT(answer(*ann, ask(*ann, "tasks/result", id)), HasSubstr("the server has cancelled the call"));
  EXPECT_FALSE(ann->workspace().is_needed_without_clients());
}

TEST_P(TasksBetween, AnswerWhoWaitsForTheResultOf2025WhenTheyAreCancelledThoughTheServerGoesOn) {
  if (modern() || !GetParam().has_modern_server) return;
  const auto ann = client();
  const std::string id = create(*ann, modern());
  const int waiting = ask(*ann, "tasks/result", id);
  answer(*ann, ask(*ann, "tasks/cancel", id));
  EXPECT_THAT(answer(*ann, waiting), HasSubstr("the server has cancelled the call"));
}

TEST_P(TasksBetween, AreCancelledOnce) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  end_with_result(R"({"content":[]})");
  const std::string answered = answer(*ann, ask(*ann, "tasks/cancel", id));
  if (modern()) {
    EXPECT_EQ(member(answered, "resultType"), "\"complete\"") << "an acknowledgement, whatever becomes of it";
  } else {
    EXPECT_THAT(answered, AllOf(HasSubstr(R"("code":-32602)"), HasSubstr("already in terminal status")));
  }
}

TEST_P(TasksBetween, AskTheirClientAndGetItsAnswer) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  need_input();
  int waiting = 0;
  if (modern()) {
    // A legacy server asks when it is asked for the result, which the first question about the state brings about.
    std::string requests = member(get(*ann, id), "inputRequests");
    if (requests.empty()) requests = member(get(*ann, id), "inputRequests");
    EXPECT_EQ(status(*ann, id), "input_required");
    const std::vector<JsonMember> asked = json::members(Json(requests));
    ASSERT_THAT(asked, SizeIs(1));
    EXPECT_EQ(member(asked[0].value.text(), "method"), "\"elicitation/create\"");
    EXPECT_EQ(member(asked[0].value.text(), "params.message"), "\"Sure?\"");
    EXPECT_THAT(requests, Not(HasSubstr("t/1")));
    const std::string answered =
        answer(*ann, ann->request("tasks/update", R"("taskId":")" + id + R"(","inputResponses":{"never":{},")" +
                                                      asked[0].key + R"(":{"action":"accept","content":{}}})"));
    EXPECT_EQ(member(answered, "resultType"), "\"complete\"");
  } else {
    waiting = ask(*ann, "tasks/result", id);
    ASSERT_TRUE(run_until([&] { return !ann->received_of("elicitation/create").empty(); }));
    const std::string asked = ann->received_of("elicitation/create")[0];
    EXPECT_EQ(member(asked, "params.message"), "\"Sure?\"");
    EXPECT_EQ(member(asked, "params._meta"), R"({")" + std::string(kRelated) + R"(":{"taskId":")" + id + R"("}})");
    ann->send(R"({"jsonrpc":"2.0","id":)" + member(asked, "id") +
              R"(,"result":{"action":"accept","content":{},"_meta":{")" + kRelated + R"(":{"taskId":")" + id +
              R"("}}}})");
  }
  ASSERT_TRUE(run_until([&] { return !input().empty(); }));
  EXPECT_EQ(member(input(), "action"), "\"accept\"");
  EXPECT_THAT(input(), Not(HasSubstr(id))) << "our id is none of the server's";
  status_ = "working";
  end_with_result(R"({"content":[],"n":3.0})");
  const std::string result = modern() ? outcome(*ann, true, id) : answer(*ann, waiting);
  EXPECT_EQ(member(result, "n"), "3.0");
}

TEST_P(TasksBetween, AreTheirPrincipalsAlone) {
  const auto ann = client("ann");
  const std::string id = create(*ann, modern());
  const auto bob = client("bob");
  for (const char* const method : {"tasks/get", "tasks/cancel", modern() ? "tasks/update" : "tasks/result"}) {
    EXPECT_THAT(answer(*bob, ask(*bob, method, id)), AllOf(HasSubstr("-32602"), HasSubstr("Task not found"))) << method;
  }
  EXPECT_EQ(status(*ann, id), "working");
}

TEST_P(TasksBetween, AreKnownToTheOtherClientsOfTheirPrincipalOfBothEras) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  const auto other = client_of(!modern());
  other->listed_tools();
  EXPECT_EQ(status(*other, id), "working");
  end_with_result(R"({"content":[],"n":4.0})");
  EXPECT_EQ(member(outcome(*other, !modern(), id), "n"), "4.0");
}

TEST_P(TasksBetween, AreListedForAClientOf2025) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  const auto lists = legacy_client("{}", principal("ann"));
  lists->listed_tools();
  const std::string listed = lists->result_of(lists->request("tasks/list"));
  EXPECT_THAT(listed,
              AllOf(HasSubstr(R"("taskId":")" + id + "\""), HasSubstr(R"("ttl":60000)"), Not(HasSubstr("ttlMs"))));
}

TEST_P(TasksBetween, EndWithTheProcessOfTheirServer) {
  server_->process = 4711;
  const auto ann = client();
  const std::string id = create(*ann, modern());
  server_->run().exit();
  server_->process = 4712;
  run_until_quiet();
  EXPECT_THAT(answer(*ann, ask(*ann, "tasks/get", id)), HasSubstr("the server has ended since, and this task with it"));
}

TEST_P(TasksBetween, KeepTheirServerUntilTheyHaveEnded) {
  const auto ann = client();
  const std::string id = create(*ann, modern());
  EXPECT_TRUE(ann->workspace().is_needed_without_clients());
  end_with_result(R"({"content":[]})");
  EXPECT_EQ(status(*ann, id), "completed");
  EXPECT_FALSE(ann->workspace().is_needed_without_clients());
}

// "Receivers that accept a task-augmented request MUST return a CreateTaskResult" in 2025-11-25; with the extension a
// client takes either.
TEST_P(TasksBetween, AreMadeByTheWorkbenchIfAClientOf2025GetsTheResultAtOnce) {
  makes_tasks_ = false;
  const auto ann = client();
  const std::string result = ann->result_of(call(*ann, modern(), "either"));
  if (modern()) {
    EXPECT_EQ(member(result, "n"), "1.0");
    return;
  }
  const std::string created = member(result, "task");
  EXPECT_EQ(member(created, "status"), "\"completed\"") << result;
  EXPECT_EQ(member(created, "ttl"), "30000");
  const std::string id = json::characters(json::member(Json(created), "taskId"));
  EXPECT_EQ(status(*ann, id), "completed");
  EXPECT_EQ(outcome(*ann, false, id),
            R"({"content":[],"n":1.0,"_meta":{")" + std::string(kRelated) + R"(":{"taskId":")" + id + R"("}}})");
  EXPECT_THAT(answer(*ann, ask(*ann, "tasks/cancel", id)), HasSubstr("already in terminal status 'completed'"));
  EXPECT_THAT(ann->result_of(ann->request("tasks/list")), HasSubstr(id));
  EXPECT_EQ(server_->run().count("tasks/get") + server_->run().count("tasks/result"), 0U);
}

TEST_P(TasksBetween, EndWithAResultThatIsAsLongAsThatOfACall) {
  toolbox_entry("dev").servers.front().max_result_tokens = 30;
  std::string lines;
  for (int line = 0; line < 1000; ++line) lines.append("xxx\\n");
  const auto ann = client();
  const std::string id = create(*ann, modern());
  end_with_result(R"({"content":[{"type":"text","text":")" + lines + R"("}]})");
  const std::string result = outcome(*ann, modern(), id);
  EXPECT_THAT(result, HasSubstr("resource_link"));
  EXPECT_LT(result.size(), lines.size());
}

TEST_P(TasksBetween, AreNotMadeOfAToolThatHasNone) {
  if (GetParam().has_modern_server) return;  // it decides with each call
  const auto ann = client();
  const std::string result = ann->result_of(call(*ann, modern(), "plain"));
  EXPECT_THAT(result, modern() ? HasSubstr(R"("content":[],"n":1.0)")
                               : HasSubstr(R"("message":"tools/call: the tool 'plain' cannot be called as a task")"));
}

// --- notifications of tasks ------------------------------------------------------------------------------------------

class ListeningTo : public TaskScene, public testing::WithParamInterface<TaskPairing> {
 protected:
  ListeningTo() { make_server(GetParam().has_modern_server); }

  void SetUp() override {
    ann_ = client_of(true);
    ann_->listed_tools();
    id_ = create(*ann_, true);
  }
  void TearDown() override { ann_.reset(); }

  int listen(TestClient& client, const std::string& ids) {
    const int subscription = client.request("subscriptions/listen", R"("notifications":{"taskIds":[)" + ids + "]}");
    run_until_quiet();
    return subscription;
  }
  /// Waits for a notification with this status, and returns its params.
  std::string notified(const std::string& status) {
    std::string params;
    EXPECT_TRUE(run_until([&] {
      for (const std::string& one : ann_->received_of("notifications/tasks")) {
        if (member(one, "params.status") == "\"" + status + "\"") params = member(one, "params");
      }
      return !params.empty();
    })) << status;
    return params;
  }
  [[nodiscard]] std::string acknowledged() const {
    const auto received = ann_->received_of("notifications/subscriptions/acknowledged");
    return received.empty() ? std::string() : member(received.back(), "params.notifications");
  }

  std::unique_ptr<TestClient> ann_;
  std::string id_;
};

INSTANTIATE_TEST_SUITE_P(All, ListeningTo,
                         testing::Values(TaskPairing{"ALegacyServer", true, false},
                                         TaskPairing{"AModernServer", true, true}),
                         [](const auto& pairing) { return pairing.param.name; });

TEST_P(ListeningTo, ATaskIsAcknowledgedAndReportsItsStateAtOnce) {
  const int subscription = listen(*ann_, "\"" + id_ + R"(","unknown")");
  EXPECT_EQ(acknowledged(), R"({"taskIds":[")" + id_ + R"("]})");
  const std::string params = notified("working");
  EXPECT_EQ(member(params, "taskId"), "\"" + id_ + "\"");
  EXPECT_EQ(member(params, "ttlMs"), "60000");
  EXPECT_EQ(member(params, "resultType"), "");
  EXPECT_EQ(member(params, "_meta"),
            R"({"io.modelcontextprotocol/subscriptionId":)" + std::to_string(subscription) + "}");
}

TEST_P(ListeningTo, ATaskOfWhichItsServerNotifiesAllTheTimeIsReported) {
  if (GetParam().has_modern_server) return;  // it is not asked to notify
  listen(*ann_, "\"" + id_ + "\"");
  notified("working");
  const std::size_t before = server_->run().count("tasks/get");
  EXPECT_TRUE(run_until([&] {
    server_->run().notify("notifications/tasks/status", R"({"taskId":"t/1","status":"working"})");
    return server_->run().count("tasks/get") > before + 2;
  }));
}

TEST_P(ListeningTo, ATaskReportsItsEndWithTheResultOfTheCall) {
  listen(*ann_, "\"" + id_ + "\"");
  notified("working");
  end_with_result(R"({"content":[],"n":5.0})");
  EXPECT_EQ(member(notified("completed"), "result.n"), "5.0");
}

TEST_P(ListeningTo, ATaskReportsItsEndWithAValidResult) {
  listen(*ann_, "\"" + id_ + "\"");
  notified("working");
  end_with_result(R"({"content":"a"})");
  EXPECT_EQ(member(notified("completed"), "result.content"), R"([{"type":"text","text":"a"}])");
}

TEST_P(ListeningTo, ATaskReportsItsEndWithTheErrorOfTheCall) {
  listen(*ann_, "\"" + id_ + "\"");
  end_with_error(1001, "out of paper");
  EXPECT_EQ(member(notified("failed"), "error"), R"({"code":1001,"message":"out of paper"})");
}

TEST_P(ListeningTo, ATaskReportsTheInputThatItNeeds) {
  listen(*ann_, "\"" + id_ + "\"");
  need_input();
  EXPECT_THAT(member(notified("input_required"), "inputRequests"), HasSubstr("Sure?"));
}

TEST_P(ListeningTo, ATaskThatHasEndedReportsThatOnce) {
  end_with_result(R"({"content":[]})");
  listen(*ann_, "\"" + id_ + "\"");
  notified("completed");
  const std::size_t asked = server_->run().count("tasks/get");
  wait_a_moment();
  wait_a_moment();
  EXPECT_THAT(ann_->received_of("notifications/tasks"), SizeIs(1));
  EXPECT_EQ(server_->run().count("tasks/get"), asked);
}

TEST_P(ListeningTo, ATaskEndsWithTheSubscription) {
  const int subscription = listen(*ann_, "\"" + id_ + "\"");
  notified("working");
  ann_->cancel(subscription);
  run_until_quiet();
  end_with_result(R"({"content":[]})");
  wait_a_moment();
  wait_a_moment();
  EXPECT_THAT(ann_->received_of("notifications/tasks"), SizeIs(1));
}

TEST_P(ListeningTo, ATaskIsForItsPrincipalAlone) {
  const auto bob = client_of(true, "bob");
  bob->listed_tools();
  listen(*bob, "\"" + id_ + "\"");
  wait_a_moment();
  EXPECT_EQ(member(bob->received_of("notifications/subscriptions/acknowledged").at(0), "params.notifications"),
            R"({"taskIds":[]})");
  EXPECT_THAT(bob->received_of("notifications/tasks"), IsEmpty());
}

}  // namespace
