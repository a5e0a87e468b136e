#pragma once

// A client that sends one request of some kind, and the server that gets it or does not. All that the suites of this
// folder know of the gateway is here and in gateway_fixture.hpp.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/middleware.hpp>

#include "gateway_fixture.hpp"
#include "scripted_logins.hpp"

namespace gateway_fixture {

enum class Era { legacy, modern };

/// What a request is about: it needs the scopes of that and of all that contains it.
enum class About { nothing, toolbox, server, tool };

/// How a request is refused that needs a scope which its client is not granted.
enum class Refusal {
  error,     ///< -32600, with all scopes that it needs
  omission,  ///< an answer in which there is nothing of what the scope is needed for
  silence,   ///< none: it is a notification
};

class Scene;

/// A kind of request: how to send one, and how to see that it was carried out. The kinds are in request_kinds.hpp.
struct RequestKind {
  const char* name;
  About about;
  /// Every tool call passes the middleware; nothing else does (Middleware::on_tool_call).
  bool passes_middleware = false;
  Refusal refusal = Refusal::error;
  std::vector<config::ToolMode> modes = {config::ToolMode::proxy, config::ToolMode::dynamic, config::ToolMode::flat};
  std::vector<Era> clients = {Era::legacy, Era::modern};
  bool is_translated = true;            ///< its server gets the same request if it is of the other era
  bool may_ask = false;                 ///< the server may ask the client in its course
  const char* at_server = "";           ///< as what its server receives it; empty: not at all
  const char* evidence = "";            ///< a text that the client receives only if it is carried out
  void (*configure)(Scene&) = nullptr;  ///< before there is a client
  void (*prepare)(Scene&) = nullptr;    ///< what the client does before, with every scope
  const char* method;
  std::string (*params)(const Scene&);  ///< the members of them
  const char* tool = "echo";            ///< as middleware sees its name, if it is a call
};

/// The toolbox `dev` with the server `files`, which has all that a server may have, and the tool `echo`. Each of the
/// three requires a scope of its own, which has its name.
class Scene final : public WorkspaceFixture {
 public:
  Scene(const RequestKind& kind, config::ToolMode mode, Era client_era, Era server_era)
      : kind_(kind), client_era_(client_era), server_(add_full_server(server_era)) {
    config_.tool_mode = mode;
    logins_ = &logins;
    options_.meta_tools = {"open_toolbox",   "use_tool",      "describe_tools", "search_tools",
                           "list_toolboxes", "close_toolbox", "read_result"};
    toolbox().required_scopes = {"dev"};
    toolbox().auto_open = true;
    toolbox().shows_content = true;
    config::ServerEntry& entry = toolbox().servers.front();
    entry.required_scopes = {"files"};
    config::ToolEntry& echo = entry.tools.emplace_back();
    echo.own_name = "echo";
    echo.required_scopes = {"echo"};
    if (kind.configure != nullptr) kind.configure(*this);
  }
  void TestBody() override {}

  /// What a request about this needs: each scope in the order in which a refusal names them.
  static Scopes scopes_of(About about) {
    const Scopes all{"dev", "files", "echo"};
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(about)};
  }

  // --- for the rows of the table ---

  [[nodiscard]] config::ToolboxEntry& toolbox() { return toolbox_entry("dev"); }
  [[nodiscard]] ScriptedServer& server() { return server_; }
  [[nodiscard]] ScriptedServer& add_other_server() { return add_server("other", "mail"); }
  /// Made, with its session, when it is first asked for. It is granted every scope until authorize().
  [[nodiscard]] TestClient& client() {
    if (client_ == nullptr) {
      constexpr const char* kAll =
          R"({"elicitation":{"form":{},"url":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}})";
      client_ =
          client_era_ == Era::modern ? modern_client(kAll, principal("ada")) : legacy_client(kAll, principal("ada"));
    }
    return *client_;
  }
  [[nodiscard]] bool has_modern_client() const { return client_era_ == Era::modern; }
  [[nodiscard]] bool is_flat() const { return config_.tool_mode == config::ToolMode::flat; }
  /// Requests of `method` get this result.
  void answer(const std::string& method, const std::string& members) {
    server_.handle(method, [members](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, "{\"resultType\":\"complete\"," + members + "}");
    });
  }

  std::string id;  ///< what prepare() leaves for the params: of a task, of a kept result
  ScriptedLogins logins{loop_};

  // --- for the suites ---

  void prepare() {
    if (kind_.prepare != nullptr) kind_.prepare(*this);
    static_cast<void>(client());  // its session has begun
    run_until_quiet();
  }

  /// The client sends the request, with `more` among its params, and what follows from it happens.
  int send(const std::string& more = {}) {
    TestClient& sender = client();
    first_said_ = sender.received().size();
    seen_before_ = count_seen();
    seen_as_before_ = count_seen(kind_.at_server);
    starts_before_ = server_.starts();
    const std::string params = kind_.params(*this) + more;
    if (kind_.refusal == Refusal::silence) {
      sender.notify(kind_.method, "{" + params + "}");
      run_until_quiet();
      return 0;
    }
    const int sent = sender.request(kind_.method, params);
    run_until_quiet();
    // An answer may wait for a timer, a request that its server does not answer for the test.
    EXPECT_TRUE(run_until([&] { return sender.received().size() > first_said_ || has_seen_anything(); }));
    run_until_quiet();
    return sent;
  }

  /// What the client has received since send(), a message a line.
  [[nodiscard]] std::string said() const {
    std::string all;
    for (std::size_t index = first_said_; index < client_->received().size(); ++index) {
      all.append(client_->received()[index]).append("\n");
    }
    return all;
  }
  /// Whether the server has received the request since send().
  [[nodiscard]] bool is_at_server() const { return count_seen(kind_.at_server) > seen_as_before_; }
  /// Whether the server has received anything, or was started, since send().
  [[nodiscard]] bool has_seen_anything() const {
    return count_seen() != seen_before_ || server_.starts() != starts_before_;
  }
  [[nodiscard]] bool is_carried_out() const {
    const std::string evidence = kind_.evidence;
    if (*kind_.at_server != '\0' && !is_at_server()) return false;
    return evidence.empty() || said().find(evidence) != std::string::npos;
  }

  /// Adds a middleware after those that were added before, which records what it sees of calls in `seen`.
  void add_recording_middleware(const std::string& name) {
    registry_.add("plugin-" + name, "0.1.0", [this, name](Registrar& registrar) {
      registrar.add_middleware(name,
                               {.make = [this, name](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
                                 return std::unique_ptr<Middleware>(std::make_unique<Recording>(name, seen));
                               }});
    });
    options_.middleware.push_back(name);
  }
  std::vector<std::string> seen;

  void run_until_quiet() { WorkspaceFixture::run_until_quiet(); }
  [[nodiscard]] bool run_until(const std::function<bool()>& done) { return WorkspaceFixture::run_until(done); }

 private:
  class Recording final : public Middleware {
   public:
    Recording(std::string name, std::vector<std::string>& seen) : name_(std::move(name)), seen_(seen) {}
    void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
      record("tools/call of " + tool.toolbox + "/" + tool.server + "/" + tool.tool, call);
      next(std::move(call));
    }
    [[nodiscard]] bool sees_requests() const override { return true; }
    void on_request(MethodCall call, NextRequest next) override {
      record(call.method() + " of " + call.target().toolbox + "/" + call.target().server, call);
      next(std::move(call));
    }

   private:
    void record(const std::string& what, ClientCall& call) {
      seen_.push_back(name_ + " passes " + what);
      call.on_answer([this](const ToolOutcome& outcome) { seen_.push_back(name_ + " sees " + text_of(outcome)); });
    }
    static std::string text_of(const ToolOutcome& outcome) {
      if (const auto* result = std::get_if<Json>(&outcome.response)) return std::string(result->text());
      if (const auto* error = std::get_if<PeerError>(&outcome.response)) return "error " + error->message;
      return "failure " + std::get<Error>(outcome.response).message;
    }

    const std::string name_;
    std::vector<std::string>& seen_;
  };

  ScriptedServer& add_full_server(Era era) {
    ScriptedServer& server = add_server("dev", "files", era == Era::modern ? "modern" : "legacy");
    const std::string content =
        R"("logging":{},"prompts":{},"resources":{"subscribe":true},"completions":{},"tools":{})";
    server.capabilities =
        "{" + content +
        (era == Era::modern ? R"(,"extensions":{"io.modelcontextprotocol/tasks":{}}})"
                            : R"(,"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})");
    server.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
      run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},)"
                             R"("execution":{"taskSupport":"optional"}}]})");
    });
    server.lists["prompts/list"] = {R"({"name":"greet"})"};
    server.lists["resources/list"] = {R"({"uri":"file:///a","name":"a"})"};
    server.lists["resources/templates/list"] = {R"({"uriTemplate":"docs://{path}","name":"d"})"};
    for (const char* const method : {"prompts/get", "resources/read", "completion/complete", "acme/reindex"}) {
      server.handle(method, [](ScriptedRun& run, const jsonrpc::Envelope& request) {
        run.result(request.id, R"({"resultType":"complete","from":"files","messages":[],"contents":[],)"
                               R"("completion":{"values":[]}})");
      });
    }
    return server;
  }

  [[nodiscard]] std::size_t count_seen() const {
    std::size_t count = 0;
    for (std::size_t run = 0; run < server_.starts(); ++run) count += server_.run(run).received().size();
    return count;
  }
  [[nodiscard]] std::size_t count_seen(const std::string& method) const {
    std::size_t count = 0;
    if (method.empty()) return 0;
    for (std::size_t run = 0; run < server_.starts(); ++run) count += server_.run(run).count(method);
    return count;
  }

  const RequestKind& kind_;
  const Era client_era_;
  ScriptedServer& server_;
  std::unique_ptr<TestClient> client_;
  std::size_t first_said_ = 0;
  std::size_t seen_before_ = 0;
  std::size_t seen_as_before_ = 0;
  std::size_t starts_before_ = 0;
};

}  // namespace gateway_fixture
