#pragma once

// A gateway between clients and servers that are all in this process: toolboxes, modes and workspaces are the real
// ones, with the real meta-tools; clients and servers are ends of connections in memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/recording_host.hpp>
#include <workbench/testing/recording_observer.hpp>

#include "config/toolboxes_file/config.hpp"
#include "core_host.hpp"
#include "event_loop/loop.hpp"
#include "gateway/workspaces/workspaces.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "registry/registry.hpp"
#include "scripted_server.hpp"

namespace gateway_fixture {

using namespace workbench;
using namespace std::chrono_literals;
using test_support::ScriptedRun;
using test_support::ScriptedServer;

/// The raw member of a raw JSON object; empty if absent. `path` has dots: "result.content".
inline std::string member(std::string_view object, std::string_view path) {
  Json value{std::string(object)};
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    value = json::member(value, path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return std::string(value.text());
}

/// The first text block of a raw tool result, decoded.
inline std::string first_text(std::string_view result) {
  const std::vector<Json> blocks = json::elements(Json(member(result, "content")));
  return blocks.empty() ? std::string() : json::characters(json::member(blocks[0], "text"));
}

/// The values of `name` in the elements of a raw JSON array of objects.
inline std::vector<std::string> names_in(std::string_view array) {
  std::vector<std::string> names;
  for (const Json& element : json::elements(Json(std::string(array)))) {
    names.push_back(json::characters(json::member(element, "name")));
  }
  return names;
}

/// A loop, a host on it, a registry with the meta-tools and a transport that reaches servers in memory, and a
/// configuration that the test completes before it makes anything of it.
class GatewayFixture : public testing::Test {
 protected:
  GatewayFixture() {
    registry_.load({"filters", "meta-tools"}, {PLUGIN_FOLDER});
    registry_.add("scripted-transport", "0.1.0", [this](Registrar& registrar) {
      registrar.add_transport("scripted", {.make = [this](Host&) -> Result<std::unique_ptr<Transport>> {
                                return std::unique_ptr<Transport>(std::make_unique<Forwarding>(transport_, logins_));
                              }});
    });
    host_.changeable_limits.open_patience = 20s;
    host_.changeable_limits.list_patience = 20s;
  }

  /// Appends a server to the toolbox, which is made by its first server. Names of servers are unique in a test.
  ScriptedServer& add_server(const std::string& toolbox, const std::string& name,
                             const std::string& protocol = "legacy") {
    config::ServerEntry& entry = toolbox_entry(toolbox).servers.emplace_back();
    entry.name = name;
    entry.transport = "scripted";
    entry.protocol = protocol;
    ScriptedServer& server = transport_.add(name);
    server.is_modern = protocol == "modern";
    return server;
  }

  config::ToolboxEntry& toolbox_entry(const std::string& name) {
    for (config::ToolboxEntry& entry : config_.toolboxes) {
      if (entry.name == name) return entry;
    }
    config::ToolboxEntry& entry = config_.toolboxes.emplace_back();
    entry.name = name;
    entry.description = "d";
    return entry;
  }

  void run_until_quiet() { test_support::run_until_quiet(loop_); }
  [[nodiscard]] bool run_until(const std::function<bool()>& done) { return test_support::run_until(loop_, done); }

  /// Longer than changes are collected.
  void wait_a_moment() {
    bool is_later = false;
    const auto timer = loop_.after(30ms, [&] { is_later = true; });
    EXPECT_TRUE(run_until([&] { return is_later; }));
  }

  /// How many lines of the log have this text in them.
  [[nodiscard]] std::size_t count_logged(const std::string& text) const {
    const auto lines = host_.lines();
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(), [&](const auto& line) { return line.text.find(text) != std::string::npos; }));
  }

  event_loop::Loop loop_;
  json::ScannerJsonAccess json_{1000};
  test_support::CoreRecordingHost host_{loop_, &json_};
  test_support::ScriptedTransport transport_{loop_};
  ServerLogins* logins_ = nullptr;  ///< of the transport
  registry::Registry registry_{host_};
  config::Config config_;

 private:
  /// The registry owns the transports that it makes.
  class Forwarding final : public Transport {
   public:
    Forwarding(Transport& transport, ServerLogins*& logins) : transport_(transport), logins_(logins) {}
    Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
      return transport_.connect(server);
    }
    ServerLogins* logins() override { return logins_; }

   private:
    Transport& transport_;
    ServerLogins*& logins_;
  };
};

/// What a listener knows of the authorization of its client.
struct Authorization {
  std::shared_ptr<const Scopes> granted;  ///< by each message that arrives; null: it names no scopes
  Scopes needed = {};                     ///< by the latest request that was refused for them
};

/// The workbench's end of a client's connection. Each message may grant scopes of its own, as with an access token over
/// HTTP.
class AuthorizedConnection final : public Connection, private ConnectionObserver {
 public:
  AuthorizedConnection(std::unique_ptr<Connection> end, std::shared_ptr<Authorization> authorization)
      : end_(std::move(end)), authorization_(std::move(authorization)) {}

  void start(ConnectionObserver& observer) override {
    observer_ = &observer;
    end_->start(*this);
  }
  void send(Message message) override {
    if (!message.needed_scopes.empty()) authorization_->needed = message.needed_scopes;
    end_->send(std::move(message));
  }
  [[nodiscard]] std::size_t backlog() const override { return end_->backlog(); }
  void pause_reading(bool paused) override { end_->pause_reading(paused); }
  void close() noexcept override { end_->close(); }

 private:
  void on_message(std::string message) override {
    if (authorization_->granted == nullptr) return observer_->on_message(std::move(message));
    CheckedMessage checked = *json::ScannerJsonAccess(1000).checked_message(std::move(message));
    checked.scopes = authorization_->granted;
    observer_->on_checked_message(std::move(checked));
  }
  void on_undeliverable(const Error& what, std::string_view beginning) override {
    observer_->on_undeliverable(what, beginning);
  }
  void on_end_of_input() override { observer_->on_end_of_input(); }
  void on_drained() override { observer_->on_drained(); }
  void on_closed(const Error& reason) override { observer_->on_closed(reason); }

  const std::unique_ptr<Connection> end_;
  const std::shared_ptr<Authorization> authorization_;
  ConnectionObserver* observer_ = nullptr;
};

/// How a client speaks.
enum class Speech {
  as_accepted,  ///< in the era that its listener has seen in its first request, as over HTTP
  modern,       ///< the listener does not see it, as over stdio
};

/// A client, attached to its workspace as the program attaches those that its listeners accept.
class TestClient final : private clients::SessionObserver {
 public:
  TestClient(Host& host, gateway::Workspaces& workspaces, const AcceptedClient& accepted, std::string client_info = {},
             gateway::Quotas quotas = gateway::Quotas::of_principal, Speech speech = Speech::as_accepted)
      : loop_(static_cast<event_loop::Loop&>(host.loop())),
        workspaces_(workspaces),
        is_modern_(accepted.is_modern || speech == Speech::modern),
        capabilities_(accepted.capabilities.is_absent() ? "{}" : std::string(accepted.capabilities.text())),
        client_info_(client_info.empty() ? info_of("test") : std::move(client_info)) {
    auto [ours, theirs] = test::MemoryConnection::make_pair(loop_);
    end_ = std::move(ours);
    end_->start(received_);
    attached_.emplace(host, *workspaces.find_for(accepted, quotas).value(),
                      AcceptedClient{std::make_unique<AuthorizedConnection>(std::move(theirs), authorization_),
                                     accepted.principal, accepted.is_modern, accepted.capabilities},
                      static_cast<clients::SessionObserver&>(*this));
    attached_->session().start();
    if (is_modern_) return;
    request("initialize",
            R"("protocolVersion":"2025-11-25","capabilities":)" + capabilities_ + R"(,"clientInfo":)" + client_info_);
    notify("notifications/initialized", "{}");
    run_until_quiet();
    received_.messages.clear();
  }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;
  ~TestClient() {
    if (attached_) leave();
  }

  /// The `clientInfo` of a client of this name.
  static std::string info_of(const std::string& name) { return R"({"name":")" + name + R"(","version":"1"})"; }

  [[nodiscard]] gateway::Workspace& workspace() { return attached_->workspace(); }

  /// What it sends from now on comes with an authorization that grants these scopes.
  void authorize(const Scopes& scopes) {
    run_until_quiet();
    authorization_->granted = std::make_shared<const Scopes>(scopes);
  }
  /// Those that the latest request needed that was refused for them.
  [[nodiscard]] const Scopes& needed_scopes() const { return authorization_->needed; }

  /// Sends a request with a fresh id. `members` are members of its params, `meta` further members of its `_meta`.
  int request(const std::string& method, const std::string& members = {}, const std::string& meta = {}) {
    std::string all_meta = meta;
    if (is_modern_) {
      all_meta.append(all_meta.empty() ? "" : ",");
      all_meta.append(
          R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":)" +
          client_info_ + R"(,"io.modelcontextprotocol/clientCapabilities":)" + capabilities_);
    }
    std::string params = members;
    if (!all_meta.empty()) params.append(params.empty() ? "" : ",").append("\"_meta\":{" + all_meta + "}");
    send(R"({"jsonrpc":"2.0","id":)" + std::to_string(++last_id_) + R"(,"method":")" + method + R"(","params":{)" +
         params + "}}");
    return last_id_;
  }
  int call(const std::string& tool, const std::string& arguments = "{}", const std::string& meta = {}) {
    return request("tools/call", R"("name":")" + tool + R"(","arguments":)" + arguments, meta);
  }
  int open_toolbox(const std::string& name) { return call("open_toolbox", R"({"toolbox_name":")" + name + "\"}"); }
  /// use_tool of "echo".
  int use_tool(const std::string& toolbox, const std::string& server, const std::string& arguments = "{}",
               const std::string& meta = {}) {
    return call("use_tool",
                R"({"tool":{"toolbox":")" + toolbox + R"(","server":")" + server + R"(","tool":"echo"},"arguments":)" +
                    arguments + "}",
                meta);
  }
  void notify(const std::string& method, const std::string& params) {
    send(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}");
  }
  void cancel(int id) { notify("notifications/cancelled", "{\"requestId\":" + std::to_string(id) + "}"); }
  void send(const std::string& line) { end_->send(Message(line)); }

  /// Everything that it has received, in order.
  [[nodiscard]] std::vector<std::string>& received() { return received_.messages; }
  /// The line of the response to a request; empty: there is none yet.
  [[nodiscard]] std::string response_to(int id) const {
    for (const std::string& line : received_.messages) {
      if (member(line, "method").empty() && member(line, "id") == std::to_string(id)) return line;
    }
    return {};
  }
  /// The requests and notifications of this method.
  [[nodiscard]] std::vector<std::string> received_of(std::string_view method) const {
    std::vector<std::string> found;
    for (const std::string& line : received_.messages) {
      if (member(line, "method") == "\"" + std::string(method) + "\"") found.push_back(line);
    }
    return found;
  }

  // Each sends, lets everything happen that follows from it, and returns the raw result (the error, if it is one).
  std::string result_of(int id) {
    run_until_quiet();
    const std::string response = response_to(id);
    const std::string result = response.empty() ? std::string() : member(response, "result");
    return result.empty() && !response.empty() ? "error: " + member(response, "error") : result;
  }
  std::vector<std::string> listed_tools() { return names_in(member(result_of(request("tools/list")), "tools")); }

  /// Its connection ends; leave() has to follow when it has ended, as in the program.
  void lose_connection() { end_->close(); }
  [[nodiscard]] bool is_gone() const { return is_gone_; }
  /// The workbench shuts down.
  void close_session() {
    if (attached_) attached_->session().close();
  }

  /// Disconnects.
  void leave() {
    gateway::Workspace& workspace = attached_->workspace();
    attached_.reset();
    workspaces_.release(workspace);
  }

 private:
  void on_client_finished() override {}
  void on_client_gone(const Error&) override { is_gone_ = true; }
  void run_until_quiet() { test_support::run_until_quiet(loop_); }

  event_loop::Loop& loop_;
  gateway::Workspaces& workspaces_;
  const bool is_modern_;
  const std::string capabilities_;
  const std::string client_info_;
  const std::shared_ptr<Authorization> authorization_ = std::make_shared<Authorization>();
  test::RecordingObserver received_;
  std::unique_ptr<test::MemoryConnection> end_;
  std::optional<gateway::AttachedClient> attached_;
  int last_id_ = 0;
  bool is_gone_ = false;
};

/// Clients in their workspaces, made from config_ and options_ when the first of them comes.
class WorkspaceFixture : public GatewayFixture {
 protected:
  ~WorkspaceFixture() override {
    if (workspaces_ == nullptr) return;
    bool is_closed = false;
    workspaces_->close([&] { is_closed = true; });
    EXPECT_TRUE(run_until([&] { return is_closed; }));
  }

  gateway::Workspaces& workspaces() {
    if (workspaces_ == nullptr) {
      workspaces_ = std::make_unique<gateway::Workspaces>(host_, config_, registry_, options_);
    }
    return *workspaces_;
  }

  /// A legacy client in a session of its own.
  std::unique_ptr<TestClient> legacy_client(const std::string& capabilities = "{}",
                                            std::shared_ptr<const Principal> principal = nullptr,
                                            const std::string& name = {}) {
    return std::make_unique<TestClient>(host_, workspaces(),
                                        AcceptedClient{nullptr, std::move(principal), false, Json(capabilities)},
                                        name.empty() ? client_info_ : TestClient::info_of(name), quotas_);
  }
  std::unique_ptr<TestClient> modern_client(const std::string& capabilities = "{}",
                                            std::shared_ptr<const Principal> principal = nullptr) {
    return std::make_unique<TestClient>(
        host_, workspaces(), AcceptedClient{nullptr, std::move(principal), true, Json(capabilities)}, client_info_);
  }
  /// The same over stdio, where nothing is known of it before its first request.
  std::unique_ptr<TestClient> modern_client_on_stdio(const std::string& capabilities = "{}") {
    return std::make_unique<TestClient>(host_, workspaces(),
                                        AcceptedClient{nullptr, nullptr, false, Json(capabilities)}, client_info_,
                                        quotas_, Speech::modern);
  }
  static std::shared_ptr<const Principal> principal(const std::string& name) {
    return std::make_shared<const Principal>(Principal{name, std::nullopt, {}});
  }

  gateway::WorkspaceOptions options_;
  gateway::Quotas quotas_ = gateway::Quotas::of_principal;  // of legacy clients that come
  std::string client_info_;                                 // of clients that come; empty: any

 private:
  std::unique_ptr<gateway::Workspaces> workspaces_;
};

}  // namespace gateway_fixture
