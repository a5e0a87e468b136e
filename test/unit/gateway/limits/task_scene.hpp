#pragma once

#include <functional>

#include "timed_fixture.hpp"

namespace gateway_fixture {

/// A server that makes a task of each call. The test says how the task goes on.
class ATaskForAClientThatKnowsOfNone : public TimedFixture {
 protected:
  ATaskForAClientThatKnowsOfNone() { is_modern() ? make_modern() : make_legacy(); }

  static bool is_modern() { return GetParam().has_modern_server; }

  /// A call that has become a task.
  int begin_call(TestClient& client, const std::string& meta = {}) {
    const int call = client.call("slow", "{}", meta);
    run_until_quiet();
    EXPECT_GT(server_.run().count("tools/call"), 0U);
    return call;
  }
  /// The same, until its server has been asked once how the task is.
  int begin_polled_call(TestClient& client) {
    const int call = begin_call(client);
    pass(400ms);
    EXPECT_EQ(polls(), 1U);
    return call;
  }
  [[nodiscard]] std::size_t polls() const { return server_.run().count("tasks/get"); }
  [[nodiscard]] std::size_t cancellations() const { return server_.run().count("tasks/cancel"); }

  /// It ends with this text.
  void complete(const std::string& text) {
    status_ = "completed";
    outcome_ = R"("content":[{"type":"text","text":")" + text + R"("}])";
  }

  // What the server says of it.
  std::string status_ = "working";
  std::string lifetime_ = "60000";
  std::string poll_interval_ = "300";
  std::string outcome_;
  std::function<void(ScriptedRun&, const jsonrpc::Id&)> answers_poll_;  // empty: with its state

 private:
  [[nodiscard]] std::string task() const {
    const std::string unit = is_modern() ? "Ms" : "";
    const std::string interval = poll_interval_.empty() ? "" : R"(,"pollInterval)" + unit + "\":" + poll_interval_;
    return R"("taskId":"t/1","status":")" + status_ + R"(","createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":)" +
           R"("2026-08-01T10:00:00Z","ttl)" + unit + "\":" + lifetime_ + interval;
  }
  [[nodiscard]] std::string state() const {
    const bool has_result = is_modern() && !outcome_.empty();
    return result(task() + (has_result ? R"(,"result":{"resultType":"complete",)" + outcome_ + "}" : ""));
  }

  void make_legacy() {
    server_.capabilities = R"({"tools":{},"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}}})";
    server_.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"tools":[{"name":"slow","inputSchema":{"type":"object"},)"
                             R"("execution":{"taskSupport":"required"}}]})");
    });
    server_.handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"task":{)" + task() + "}}");
    });
    server_.handle("tasks/result", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (outcome_.empty()) return run.error(request.id, -32600, "Task not completed yet");
      run.result(request.id, result(outcome_));
    });
    handle_polls();
  }
  void make_modern() {
    server_.capabilities = R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    server_.tools = {"slow"};
    server_.handle("tools/call", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      if (request.params.text().find(R"("io.modelcontextprotocol/tasks":{})") != std::string_view::npos) {
        return run.result(request.id, R"({"resultType":"task",)" + task() + "}");
      }
      run.send(jsonrpc::write_error(request.id, Json(kNeedsTasks)));
    });
    handle_polls();
  }
  void handle_polls() {
    server_.handle("tasks/get", [this](ScriptedRun& run, const jsonrpc::Envelope& request) {
      answers_poll_ ? answers_poll_(run, request.id) : run.result(request.id, state());
    });
    server_.handle("tasks/cancel", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, result(R"("taskId":"t/1","status":"cancelled")"));
    });
  }

 protected:
  static constexpr const char* kNeedsTasks =
      R"({"code":-32021,"message":"Missing required client capability","data":{"requiredCapabilities":)"
      R"({"extensions":{"io.modelcontextprotocol/tasks":{}}}}})";
};

}  // namespace gateway_fixture
