#pragma once

// A client session over a connection in memory, with a meta-tool that keeps its calls.

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "clients/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event_loop/loop.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"

namespace session_ground {

using namespace workbench;

/// A meta-tool that answers when the test says so.
class Keeper final : public MetaTool {
 public:
  Json definition(const Toolboxes&, const ClientProfile&, const JsonAccess&) const override {
    return Json(R"({"name":"keep"})");
  }
  void call(ToolCall call) override { calls.push_back(std::move(call)); }
  std::vector<ToolCall> calls;
};

class KeeperOffer final : public clients::Backend {
 public:
  std::string instructions(const ClientInfo&) const override { return "none"; }
  Json capabilities(protocol::Revision) const override { return Json("{}"); }
  void list(protocol::ListKind, Caller&, MoveOnlyFunction<void(Result<Json>)> listed) override { listed(Json("[]")); }
  void forward(std::string_view, const Json&, clients::PendingRequest) override {}
  void watch_resources(const std::set<std::string>&) override {}
  void want_log_level(std::string_view) override {}
  void roots_changed() override {}
  MetaTool* find_tool(std::string_view name) override { return name == "keep" ? &keeper : nullptr; }
  Toolboxes& toolboxes() override { return no_toolboxes; }
  void pause_servers(bool paused) override { pauses.push_back(paused); }

  Keeper keeper;
  test::EmptyToolboxes no_toolboxes;
  std::vector<bool> pauses;
};

class Events final : public clients::ClientEvents {
 public:
  void on_client_finished() override { ++finished; }
  void on_client_gone(const Error&) override { ++gone; }
  int finished = 0;
  int gone = 0;
};

class ClientSessionTest : public testing::Test {
 protected:
  ClientSessionTest() : ClientSessionTest(test::MemoryConnection::make_pair(loop_)) {}
  explicit ClientSessionTest(test::MemoryConnection::Pair pair)
      : client_(std::move(pair.first)), session_(host_, std::move(pair.second), offer_, suspended_, events_) {
    client_->start(heard_);
    session_.start();
    say(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}}})");
    heard_.messages.clear();
  }

  /// Lets the client say `line`, and everything happen that follows from it.
  void say(const std::string& line) {
    client_->send(Message(line));
    settle();
  }
  /// What is under way in memory has happened after a few turns of the loop.
  void settle() {
    stop_after(8);
    loop_.run();
  }
  void stop_after(int turns) {
    loop_.post([this, turns] {
      if (turns == 0) return loop_.stop();
      stop_after(turns - 1);
    });
  }
  /// Runs until the client has heard `count` messages.
  void wait_for(std::size_t count) {
    const auto deadline = loop_.after(std::chrono::seconds(20), [this] { loop_.stop(); });
    const auto look = [this, count](const auto& again) -> void {
      if (heard_.messages.size() >= count) return loop_.stop();
      loop_.post([again] { again(again); });
    };
    look(look);
    loop_.run();
    ASSERT_GE(heard_.messages.size(), count);
  }
  void call_keeper(const std::string& id) {
    say(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"keep"}})");
  }

  event_loop::Loop loop_;
  json::Access json_{1000};
  test::RecordingHost host_{loop_, &json_};
  clients::SuspendedRequests suspended_{host_};
  KeeperOffer offer_;
  Events events_;
  test::RecordingObserver heard_;
  std::unique_ptr<test::MemoryConnection> client_;
  clients::ClientSession session_;
};

}  // namespace session_ground
