#pragma once

// An MCP server for unit tests: it is reached through a transport in memory and does what the test says.
//
//   test_support::ScriptedTransport transport{loop};
//   test_support::ScriptedServer& server = transport.add("files");
//   server.tools = {"read_file", "write_file"};
//   server.leave_unanswered("tools/call");
//   ... the workbench connects to "files" and calls a tool ...
//   server.run().answer("tools/call", R"({"content":[]})");

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <workbench/testing/memory_connection.hpp>
#include <workbench/transport.hpp>

#include "event_loop/loop.hpp"
#include "json/lookup.hpp"
#include "json/scanner_json_access.hpp"
#include "jsonrpc/envelope.hpp"
#include "jsonrpc/write.hpp"

namespace test_support {

/// Runs `loop` until `done` returns true, which is called once in each turn. False: that took longer than `limit`.
inline bool run_until(workbench::event_loop::Loop& loop, const std::function<bool()>& done,
                      std::chrono::milliseconds limit = std::chrono::seconds(20)) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  bool is_done = false;
  std::function<void()> check = [&] {
    is_done = done();
    if (is_done || std::chrono::steady_clock::now() > deadline) return loop.stop();
    loop.post([&] { check(); });
  };
  check();
  loop.run();
  return is_done;
}

/// Runs `loop` until what has been sent in memory has arrived, and what follows from it too. Timers do not count.
inline void run_until_quiet(workbench::event_loop::Loop& loop) {
  int turns = 0;
  run_until(loop, [&] { return ++turns > 50; });
}

class ScriptedRun;

/// What a server is, and how it behaves. May be changed at any time; runs read it when a message comes.
class ScriptedServer {
 public:
  using Handler = std::function<void(ScriptedRun&, const workbench::jsonrpc::Envelope&)>;

  /// Answers `server/discover`; a legacy server refuses that with -32601 and answers `initialize` instead.
  bool is_modern = false;
  std::string capabilities = R"({"tools":{"listChanged":true}})";
  std::string instructions;
  std::vector<std::string> tools{"echo"};                 ///< by name; see definition_of()
  std::map<std::string, std::vector<std::string>> lists;  ///< by method, "prompts/list": definitions, in one page
  std::optional<workbench::Error> connect_error;          ///< Transport::connect fails with this
  std::string cache_hint;                                 ///< members of each list, R"("ttlMs":0)"; empty: none
  std::string last_words;                                 ///< see Connection::last_words()
  std::optional<int> process;                             ///< see Connection::process_id()
  /// After Connection::close() the connection ends only when the test calls ScriptedRun::exit(), as a process may take
  /// its time to end.
  bool closes_slowly = false;

  /// Requests of this method get no answer; the test may answer them with ScriptedRun::answer().
  void leave_unanswered(const std::string& method) {
    handlers_[method] = [](auto&, const auto&) {};
  }
  /// Requests of this method get the answer of a server that does not know it.
  void refuse(const std::string& method, int code = workbench::jsonrpc::kMethodNotFound,
              const std::string& message = "Method not found");
  /// Requests and notifications of this method are handled by `handler`.
  void handle(const std::string& method, Handler handler) { handlers_[method] = std::move(handler); }
  /// Requests of this method are answered again as the server does by itself.
  void answer_normally(const std::string& method) { handlers_.erase(method); }

  [[nodiscard]] std::size_t starts() const { return runs_.size(); }
  /// The latest run. Throws if there was none.
  [[nodiscard]] ScriptedRun& run() const { return *runs_.at(runs_.size() - 1); }
  /// An earlier run, counted from 0.
  [[nodiscard]] ScriptedRun& run(std::size_t number) const { return *runs_.at(number); }

  [[nodiscard]] static std::string definition_of(const std::string& tool) {
    return R"({"name":")" + tool + R"(","inputSchema":{"type":"object"}})";
  }

 private:
  friend class ScriptedRun;
  friend class ScriptedTransport;

  std::map<std::string, Handler> handlers_;
  std::vector<std::shared_ptr<ScriptedRun>> runs_;
};

/// The server's end of one connection. Lives as long as its ScriptedServer.
class ScriptedRun final : private workbench::ConnectionObserver {
 public:
  ScriptedRun(ScriptedServer& server, std::unique_ptr<workbench::test::MemoryConnection> end)
      : server_(server), end_(std::move(end)) {
    end_->start(*this);
  }

  // --- received messages ---

  [[nodiscard]] const std::vector<workbench::jsonrpc::Envelope>& received() const { return received_; }
  /// How many requests and notifications of this method.
  [[nodiscard]] std::size_t count(const std::string& method) const {
    return static_cast<std::size_t>(std::count_if(received_.begin(), received_.end(),
                                                  [&](const auto& message) { return message.method == method; }));
  }
  /// The latest of this method. Throws if there is none.
  [[nodiscard]] const workbench::jsonrpc::Envelope& latest(const std::string& method) const {
    const auto found = std::find_if(received_.rbegin(), received_.rend(),
                                    [&](const auto& message) { return message.method == method; });
    if (found == received_.rend()) throw std::out_of_range("the server has not received " + method);
    return *found;
  }
  /// The response to its own request of this id; null: it has received none.
  [[nodiscard]] const workbench::jsonrpc::Envelope* find_response(std::uint64_t id) const {
    const auto found = std::find_if(received_.begin(), received_.end(), [&](const auto& message) {
      return message.method.empty() && message.id == workbench::jsonrpc::Id(id);
    });
    return found == received_.end() ? nullptr : &*found;
  }
  /// Connection::close() was called, or the connection has been destroyed.
  [[nodiscard]] bool is_closing() const { return is_closing_; }

  // --- behaviour ---

  void send(workbench::Message message) {
    related_requests_.push_back(related_request_);
    end_->send(std::move(message));
  }
  /// From now on its transport shows that what it sends belongs to this request of the workbench.
  void speak_about(const workbench::jsonrpc::Id& request) { related_request_ = request.raw(); }
  /// While `paused`, it does not read its input.
  void pause_reading(bool paused) { end_->pause_reading(paused); }
  void result(const workbench::jsonrpc::Id& id, const std::string& result) {
    send(workbench::jsonrpc::write_result(id, workbench::Json(result)));
  }
  void error(const workbench::jsonrpc::Id& id, int code, const std::string& message) {
    send(workbench::jsonrpc::write_error(id, code, message));
  }
  /// Answers the latest request of `method`.
  void answer(const std::string& method, const std::string& result) { this->result(latest(method).id, result); }
  void notify(const std::string& method, const std::string& params = {}) {
    send(workbench::jsonrpc::write_notification(method, params.empty() ? workbench::Json() : workbench::Json(params)));
  }
  void request(std::uint64_t id, const std::string& method, const std::string& params = "{}") {
    send(workbench::jsonrpc::write_request(workbench::jsonrpc::Id(id), method, workbench::Json(params)));
  }
  /// Ends the connection for this reason, as a process that exits.
  void exit(const std::string& reason = "the server exited with code 1") {
    end({workbench::ErrorKind::unavailable, reason});
  }
  /// The same for any reason that a transport may report.
  void end(workbench::Error reason) {
    end_reason_ = std::move(reason);
    end_->close();
  }

 private:
  friend class ScriptedConnection;

  void on_message(std::string message) override {
    auto read = workbench::jsonrpc::read_message(std::move(message), 1000);
    if (!std::holds_alternative<workbench::jsonrpc::Envelope>(read)) return;
    received_.push_back(std::get<workbench::jsonrpc::Envelope>(std::move(read)));
    const workbench::jsonrpc::Envelope message_read = received_.back();  // the handler may receive more
    const auto handler = server_.handlers_.find(message_read.method);
    if (handler != server_.handlers_.end()) {
      const ScriptedServer::Handler handle = handler->second;  // it may replace itself
      return handle(*this, message_read);
    }
    if (message_read.kind == workbench::jsonrpc::Envelope::Kind::request) respond(message_read);
  }
  void on_undeliverable(const workbench::Error&, std::string_view) override {}
  void on_end_of_input() override {}
  void on_drained() override {}
  void on_closed(const workbench::Error&) override { is_closing_ = true; }

  void respond(const workbench::jsonrpc::Envelope& request) {
    const std::string said = R"("capabilities":)" + server_.capabilities + R"(,"instructions":)" +
                             workbench::json::quoted(server_.instructions);
    if (request.method == "server/discover" && server_.is_modern) {
      return result(request.id, R"({"supportedVersions":["2026-07-28"],)" + said + "}");
    }
    if (request.method == "initialize" && !server_.is_modern) {
      return result(request.id,
                    R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"scripted","version":"1"},)" + said + "}");
    }
    if (request.method == "tools/list") return result(request.id, list("tools", tool_definitions()));
    if (request.method == "tools/call") {
      return result(request.id, server_.is_modern ? R"({"resultType":"complete","content":[]})" : R"({"content":[]})");
    }
    if (request.method == "ping" || request.method == "logging/setLevel" ||
        request.method.starts_with("resources/subscribe") || request.method == "resources/unsubscribe") {
      return result(request.id, "{}");
    }
    if (const auto found = server_.lists.find(request.method); found != server_.lists.end()) {
      const bool is_of_templates = request.method == "resources/templates/list";
      const std::string member =
          is_of_templates ? "resourceTemplates" : request.method.substr(0, request.method.find('/'));
      return result(request.id, list(member, found->second));
    }
    if (request.method == "subscriptions/listen" && server_.is_modern) {
      return notify("notifications/subscriptions/acknowledged",
                    R"({"_meta":{"io.modelcontextprotocol/subscriptionId":)" + request.id.raw() + "}}");
    }
    error(request.id, workbench::jsonrpc::kMethodNotFound, "Method not found");
  }

  [[nodiscard]] std::vector<std::string> tool_definitions() const {
    std::vector<std::string> definitions;
    for (const std::string& tool : server_.tools) definitions.push_back(ScriptedServer::definition_of(tool));
    return definitions;
  }
  [[nodiscard]] std::string list(const std::string& member, const std::vector<std::string>& definitions) const {
    std::string all;
    for (const std::string& definition : definitions) all.append(all.empty() ? "" : ",").append(definition);
    return "{\"" + member + "\":[" + all + "]" + (server_.cache_hint.empty() ? "" : ",") + server_.cache_hint + "}";
  }

  ScriptedServer& server_;
  std::unique_ptr<workbench::test::MemoryConnection> end_;
  std::vector<workbench::jsonrpc::Envelope> received_;
  bool is_closing_ = false;
  std::optional<workbench::Error> end_reason_;
  std::string related_request_;               // of what it sends next; empty: it is not shown
  std::deque<std::string> related_requests_;  // of each message that has not arrived yet
};

inline void ScriptedServer::refuse(const std::string& method, int code, const std::string& message) {
  handlers_[method] = [code, message](ScriptedRun& run, const workbench::jsonrpc::Envelope& request) {
    run.error(request.id, code, message);
  };
}

/// The workbench's end of one connection, with the ends and the last words of its ScriptedRun.
class ScriptedConnection final : public workbench::Connection, private workbench::ConnectionObserver {
 public:
  ScriptedConnection(ScriptedServer& server, std::shared_ptr<ScriptedRun> run,
                     std::unique_ptr<workbench::test::MemoryConnection> end)
      : server_(server), run_(std::move(run)), end_(std::move(end)) {}
  ~ScriptedConnection() override { run_->is_closing_ = true; }

  void start(workbench::ConnectionObserver& observer) override {
    observer_ = &observer;
    end_->start(*this);
  }
  void send(workbench::Message message) override { end_->send(std::move(message)); }
  [[nodiscard]] std::size_t backlog() const override { return end_->backlog(); }
  void pause_reading(bool paused) override { end_->pause_reading(paused); }
  [[nodiscard]] std::string last_words() const override { return server_.last_words; }
  [[nodiscard]] std::optional<int> process_id() const override { return server_.process; }
  void close() noexcept override {
    run_->is_closing_ = true;
    if (!server_.closes_slowly) end_->close();
  }

 private:
  void on_message(std::string message) override {
    std::string related_request = std::move(run_->related_requests_.front());
    run_->related_requests_.pop_front();
    if (related_request.empty()) return observer_->on_message(std::move(message));
    workbench::CheckedMessage checked = *workbench::json::ScannerJsonAccess(1000).checked_message(std::move(message));
    checked.related_request = std::move(related_request);
    observer_->on_checked_message(std::move(checked));
  }
  void on_undeliverable(const workbench::Error& what, std::string_view beginning) override {
    observer_->on_undeliverable(what, beginning);
  }
  void on_end_of_input() override { observer_->on_end_of_input(); }
  void on_drained() override { observer_->on_drained(); }
  void on_closed(const workbench::Error& reason) override { observer_->on_closed(run_->end_reason_.value_or(reason)); }

  ScriptedServer& server_;
  std::shared_ptr<ScriptedRun> run_;
  std::unique_ptr<workbench::test::MemoryConnection> end_;
  workbench::ConnectionObserver* observer_ = nullptr;
};

/// Reaches ScriptedServers by the names that they have in the configuration. Must outlive all connections.
class ScriptedTransport final : public workbench::Transport {
 public:
  explicit ScriptedTransport(workbench::EventLoop& loop) : loop_(loop) {}

  /// The server of this name; stays valid.
  ScriptedServer& add(const std::string& name) { return servers_[name]; }

  [[nodiscard]] workbench::Result<std::unique_ptr<workbench::Connection>> connect(
      const workbench::ServerConfig& config) override {
    ScriptedServer& server = servers_.at(config.name);
    if (server.connect_error) return *server.connect_error;
    auto [ours, theirs] = workbench::test::MemoryConnection::make_pair(loop_);
    const auto run = server.runs_.emplace_back(std::make_shared<ScriptedRun>(server, std::move(theirs)));
    return std::unique_ptr<workbench::Connection>(std::make_unique<ScriptedConnection>(server, run, std::move(ours)));
  }

 private:
  workbench::EventLoop& loop_;
  std::map<std::string, ScriptedServer> servers_;
};

}  // namespace test_support
