#pragma once

// A configured server, reached in memory, and a record of what it reports.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/recording_host.hpp>

#include "core_host.hpp"
#include "event_loop/loop.hpp"
#include "json/scanner_json_access.hpp"
#include "scripted_server.hpp"
#include "servers/server.hpp"

namespace server_fixture {

using namespace workbench;
using namespace std::chrono_literals;
using test_support::ScriptedRun;
using test_support::ScriptedServer;

/// Records what servers report.
class RecordingServerObserver final : public servers::ServerObserver {
 public:
  void on_event(servers::Server&, servers::Event event) override { events.push_back(std::move(event)); }
  [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kLatestLegacyRevision; }
  [[nodiscard]] Json client_capabilities() const override { return capabilities; }

  template <typename Kind>
  [[nodiscard]] std::vector<Kind*> all() {
    std::vector<Kind*> found;
    for (servers::Event& event : events) {
      if (auto* one = std::get_if<Kind>(&event)) found.push_back(one);
    }
    return found;
  }

  Json capabilities{"{}"};
  std::vector<servers::Event> events;
};

/// What came of start(), when_ready() and the like.
struct Outcome {
  int calls = 0;
  std::optional<Error> error;  ///< of the latest call; absent: success

  [[nodiscard]] bool is_success() const { return calls == 1 && !error; }
  [[nodiscard]] bool is_failure() const { return calls == 1 && error; }
  [[nodiscard]] std::string message() const { return error ? error->message : "(success)"; }
};

/// A loop, a host on it, and servers in memory.
class InMemory : public testing::Test {
 protected:
  void run_until_quiet() { test_support::run_until_quiet(loop_); }
  [[nodiscard]] bool run_until(const std::function<bool()>& done, std::chrono::milliseconds limit = 20s) {
    return test_support::run_until(loop_, done, limit);
  }
  /// Whether a line of the log has this text in it.
  [[nodiscard]] bool has_logged(const std::string& text) const {
    const auto lines = host_.lines();
    return std::any_of(lines.begin(), lines.end(),
                       [&](const auto& line) { return line.text.find(text) != std::string::npos; });
  }

  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  test_support::CoreRecordingHost host_{loop_, &json_};
  test_support::ScriptedTransport transport_{loop_};
  ScriptedServer& peer_ = transport_.add("files");
};

/// The server "dev/files".
class ServerFixture : public InMemory {
 protected:
  /// The server; made by the first call, from entry_ and context_.
  [[nodiscard]] servers::Server& server() {
    if (server_ == nullptr) {
      server_ =
          servers::Server::make(context_, "dev", entry_, transport_, servers::ToolFilters(), [this] { ++changes_; });
    }
    return *server_;
  }

  void start(Outcome& outcome) {
    server().start([&outcome](const Result<void>& started) { record(outcome, started); });
  }
  void when_ready(Outcome& outcome) {
    server().when_ready([&outcome](const Result<servers::ServerRun*>& ready) { record(outcome, ready); });
  }
  void stop(Outcome& outcome) {
    server().stop([&outcome] { ++outcome.calls; });
  }
  void close(Outcome& outcome) {
    server().close([&outcome] { ++outcome.calls; });
  }
  /// Starts the server and expects that this succeeds.
  void start_now() {
    Outcome outcome;
    start(outcome);
    run_until_quiet();
    ASSERT_TRUE(outcome.is_success()) << outcome.message();
  }
  [[nodiscard]] std::vector<std::string> tool_names() {
    std::vector<std::string> names;
    for (const Tool& tool : server().catalog().tools()) names.push_back(tool.name);
    return names;
  }

  config::ServerEntry entry_ = [] {
    config::ServerEntry entry;
    entry.name = "files";
    entry.protocol = "legacy";
    return entry;
  }();
  RecordingServerObserver observer_;
  servers::EraCache eras_;
  servers::ServerContext context_{host_, observer_, eras_, false};
  int changes_ = 0;

 private:
  template <typename Value>
  static void record(Outcome& outcome, const Result<Value>& result) {
    ++outcome.calls;
    outcome.error = result ? std::nullopt : std::optional<Error>(result.error());
  }

  servers::Server::Owner server_;
};

}  // namespace server_fixture
