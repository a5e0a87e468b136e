#pragma once

// A client session over a connection in memory, with a backend whose responses and their times a test decides.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "clients/session.hpp"
#include "clients/suspended_requests.hpp"
#include "core_host.hpp"
#include "event_loop/loop.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace session_fixture {

using namespace workbench;

/// The meta-tool "keep": it keeps its calls until the test answers them.
class KeepingTool final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&) const override { return Json(R"({"name":"keep"})"); }
  void call(ToolCall call) override { calls.push_back(std::move(call)); }
  std::vector<ToolCall> calls;
};

/// Serves the tool "keep" and keeps everything else that is asked of it.
class RecordingBackend final : public clients::Backend {
 public:
  struct List {
    protocol::ListKind kind;
    Caller* caller;
    MoveOnlyFunction<void(Result<Json>)> done;
  };
  struct Forwarded {
    std::string method;
    Json params;
    clients::OwnedRequest request;
  };

  struct Subscription {
    std::string uri;
    MoveOnlyFunction<void(Response)> done;
  };

  std::string instructions(const ClientInfo&) const override { return "none"; }
  Json capabilities(protocol::Revision) const override { return Json(declared); }
  Json declared_capabilities(protocol::Revision revision) override { return capabilities(revision); }
  MetaTool* find_meta_tool(std::string_view name) override { return name == "keep" ? &tool : nullptr; }
  std::optional<Error> refuse_weaker(const Scopes*, const Scopes*) const override { return std::nullopt; }
  Toolboxes& toolboxes() override { return no_toolboxes; }
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> done) override {
    lists.push_back({kind, &caller, std::move(done)});
  }
  protocol::CacheHint cache_hint(protocol::ListKind) const override { return hint; }
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request) override {
    forwarded.push_back({std::string(method), params, std::move(request)});
  }
  bool passes_vendor_messages() const override { return passes_vendor; }
  void handle_vendor_notification(std::string_view method, const Json& params,
                                  const std::shared_ptr<const Scopes>&) override {
    vendor_notifications.push_back(std::string(method) + " " + std::string(params.text()));
  }
  void watch_resources(const std::set<std::string>& uris) override { watched = uris; }
  void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>&,
                    MoveOnlyFunction<void(Response)> done) override {
    if (grants_subscriptions) return done(Json("{}"));
    subscriptions.push_back({uri, std::move(done)});
  }
  std::unique_ptr<EventLoop::Subscription> watch_task(const std::string& id, const Scopes*,
                                                      MoveOnlyFunction<void(const Json&)> notify) override {
    if (tasks.count(id) == 0) return nullptr;
    class Watched final : public EventLoop::Subscription {
     public:
      Watched(std::map<std::string, MoveOnlyFunction<void(const Json&)>>& all, std::string watched)
          : all_(all), id_(std::move(watched)) {}
      ~Watched() override { all_.erase(id_); }

     private:
      std::map<std::string, MoveOnlyFunction<void(const Json&)>>& all_;
      const std::string id_;
    };
    watched_tasks[id] = std::move(notify);
    return std::make_unique<Watched>(watched_tasks, id);
  }
  void set_log_level(std::string_view level) override { log_level = level; }
  void handle_initialized() override { ++initializations; }
  void handle_roots_changed() override { ++roots_changes; }
  void pause_servers(bool paused) override { pauses.push_back(paused); }

  std::string declared = R"({"tools":{"listChanged":true},"prompts":{"listChanged":true},)"
                         R"("resources":{"subscribe":true,"listChanged":true},"completions":{},"logging":{}})";
  KeepingTool tool;
  test::EmptyToolboxes no_toolboxes;
  std::vector<List> lists;
  protocol::CacheHint hint;
  std::vector<Forwarded> forwarded;
  bool passes_vendor = false;
  std::vector<std::string> vendor_notifications;
  std::set<std::string> watched;
  bool grants_subscriptions = true;  ///< at once; false: the test answers them
  std::vector<Subscription> subscriptions;
  std::set<std::string> tasks;  ///< those that exist
  std::map<std::string, MoveOnlyFunction<void(const Json&)>> watched_tasks;
  std::string log_level;
  int initializations = 0;
  int roots_changes = 0;
  std::vector<bool> pauses;
};

class Observer final : public clients::SessionObserver {
 public:
  void on_client_finished() override { ++finished; }
  void on_client_gone(const Error&) override { ++gone; }
  int finished = 0;
  int gone = 0;
};

/// A session whose client has said nothing yet.
class Fixture : public testing::Test {
 protected:
  Fixture() : Fixture(test::MemoryConnection::make_pair(loop_)) {}
  explicit Fixture(test::MemoryConnection::Pair pair)
      : client_(std::move(pair.first)),
        server_end_(pair.second.get()),
        session_(std::make_unique<clients::Session>(host_, AcceptedClient{std::move(pair.second), nullptr}, backend_,
                                                    suspended_, usage_, observer_)) {
    client_->start(received_);
    session_->start();
  }

  /// Opens a legacy session.
  void initialize(const std::string& version, const std::string& capabilities = "{}") {
    send(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":")" + version +
         R"(","capabilities":)" + capabilities + R"(,"clientInfo":{"name":"c","version":"1"}}})");
    received_.messages.clear();
  }

  /// Sends `line` from the client, and lets everything happen that follows from it.
  void send(const std::string& line) {
    client_->send(Message(line));
    run_until_idle();
  }
  /// What is on its way in memory has arrived after a few turns of the loop.
  void run_until_idle() {
    stop_after(8);
    loop_.run();
  }
  void stop_after(int turns) {
    loop_.post([this, turns] {
      if (turns == 0) return loop_.stop();
      stop_after(turns - 1);
    });
  }
  /// Runs until the client has received `count` messages.
  void wait_for(std::size_t count) {
    const auto deadline = loop_.after(std::chrono::seconds(20), [this] { loop_.stop(); });
    const auto look = [this, count](const auto& again) -> void {
      if (received_.messages.size() >= count) return loop_.stop();
      loop_.post([again] { again(again); });
    };
    look(look);
    loop_.run();
    ASSERT_GE(received_.messages.size(), count);
  }

  [[nodiscard]] static std::string request(const std::string& id, const std::string& method,
                                           const std::string& params = "{}") {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + "}";
  }
  [[nodiscard]] static std::string notification(const std::string& method, const std::string& params = "{}") {
    return R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}";
  }
  /// The `_meta` of a modern request of a client with these capabilities; `more` are further members.
  [[nodiscard]] static std::string modern_meta(const std::string& capabilities = "{}", const std::string& more = {}) {
    return R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientCapabilities":)" +
           capabilities + more + "}";
  }
  [[nodiscard]] static std::string legacy_call(const std::string& id) {
    return request(id, "tools/call", R"({"name":"keep"})");
  }
  [[nodiscard]] static std::string modern_call(const std::string& id, const std::string& capabilities = "{}") {
    return request(id, "tools/call", R"({"name":"keep",)" + modern_meta(capabilities) + "}");
  }

  [[nodiscard]] ToolCall& call(std::size_t index) { return backend_.tool.calls.at(index); }
  /// Answers a call that the tool keeps.
  void answer(std::size_t index, const std::string& text) {
    call(index).result(ToolResult::text(text));
    run_until_idle();
  }
  /// What the client has been sent and has not read.
  [[nodiscard]] std::size_t backlog_of_client() const { return server_end_->backlog(); }
  [[nodiscard]] const std::string& last() const { return received_.messages.back(); }

  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  test_support::CoreRecordingHost host_{loop_, &json_};
  clients::SuspendedRequests suspended_{host_, clients::RequestStateSigner()};
  clients::RequestUsage usage_;
  RecordingBackend backend_;
  Observer observer_;
  test::RecordingObserver received_;
  std::unique_ptr<test::MemoryConnection> client_;
  const test::MemoryConnection* server_end_;  // the session owns it
  std::unique_ptr<clients::Session> session_;
};

/// A legacy session of the latest revision, with a client that fills in forms.
class LegacySession : public Fixture {
 protected:
  LegacySession() { initialize("2025-11-25", R"({"elicitation":{}})"); }
};

}  // namespace session_fixture
