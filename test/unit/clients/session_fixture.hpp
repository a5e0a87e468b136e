#pragma once

// A client session over a connection in memory, with a meta-tool that keeps its calls.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "clients/session.hpp"
#include "clients/suspended_requests.hpp"
#include "event_loop/loop.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace session_fixture {

using namespace workbench;

/// A meta-tool that answers when the test says so.
class Keeper final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"keep"})");
  }
  void call(ToolCall call) override { calls.push_back(std::move(call)); }
  std::vector<ToolCall> calls;
};

class KeeperBackend final : public clients::Backend {
 public:
  std::string instructions(const ClientInfo&) const override { return "none"; }
  Json capabilities(protocol::Revision) const override { return Json("{}"); }
  void list(protocol::ListKind, Caller&, MoveOnlyFunction<void(Result<Json>)> listed) override { listed(Json("[]")); }
  void forward(std::string_view, const Json&, clients::OwnedRequest) override {}
  void watch_resources(const std::set<std::string>&) override {}
  void set_log_level(std::string_view) override {}
  void handle_roots_changed() override {}
  MetaTool* find_meta_tool(std::string_view name) override { return name == "keep" ? &keeper : nullptr; }
  Toolboxes& toolboxes() override { return no_toolboxes; }
  void pause_servers(bool paused) override { pauses.push_back(paused); }

  Keeper keeper;
  test::EmptyToolboxes no_toolboxes;
  std::vector<bool> pauses;
};

class Observer final : public clients::SessionObserver {
 public:
  void on_client_finished() override { ++finished; }
  void on_client_gone(const Error&) override { ++gone; }
  int finished = 0;
  int gone = 0;
};

class SessionTest : public testing::Test {
 protected:
  SessionTest() : SessionTest(test::MemoryConnection::make_pair(loop_)) {}
  explicit SessionTest(test::MemoryConnection::Pair pair)
      : client_(std::move(pair.first)),
        session_(host_, std::move(pair.second), nullptr, backend_, suspended_, observer_) {
    client_->start(received_);
    session_.start();
    send(
        R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}}})");
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
  void call_keeper(const std::string& id) {
    send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"keep"}})");
  }

  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  test::RecordingHost host_{loop_, &json_};
  clients::SuspendedRequests suspended_{host_, clients::RequestStateSigner()};
  KeeperBackend backend_;
  Observer observer_;
  test::RecordingObserver received_;
  std::unique_ptr<test::MemoryConnection> client_;
  clients::Session session_;
};

}  // namespace session_fixture
