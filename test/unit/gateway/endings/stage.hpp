#pragma once

// A scheduler of endings: a scene among clients and servers is played once to count its steps, and then once more for
// each step, at which something ends. A step is a turn of the loop in which messages arrive, as every message in memory
// has a turn of its own, or one of the first turns in which nothing happens any more. What must hold, whatever ends and
// when: nothing is used after its end (AddressSanitizer), each request of a client that is still there gets exactly one
// answer, and everything can be closed.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateway_fixture.hpp"
#include "scripted_logins.hpp"

namespace gateway_fixture {

/// What ends: each is an end of what the first client of a scene uses.
enum class Ending {
  nothing,
  client_disconnects,
  connection_lost,   ///< the listener closes its connection, as when its token ends
  workspace_idle,    ///< it disconnects, and its workspace has been idle for long enough
  toolbox_closed,    ///< by close_toolbox
  toolbox_removed,   ///< by a reload
  toolbox_replaced,  ///< by a reload
  server_dies,
  server_stops,  ///< it is not called any more, and needs a login to start again
  shutdown,
};

inline std::string name_of(Ending ending) {
  constexpr std::array<const char*, 10> kNames{
      "nothing",         "client_disconnects", "connection_lost", "workspace_idle", "toolbox_closed",
      "toolbox_removed", "toolbox_replaced",   "server_dies",     "server_stops",   "shutdown"};
  return kNames.at(static_cast<std::size_t>(ending));
}

/// One performance of a scene. Whatever a scene does after the ending may find clients, workspaces and servers ended;
/// functions of the stage do nothing then.
class Stage final : public WorkspaceFixture {
 public:
  /// `ending` comes at the step with this number.
  Stage(Ending ending, std::size_t step) : ending_(ending), ends_at_(step) {
    logins_ = &logins;
    options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox", "read_result"};
    host_.changeable_limits.idle = 1h;
  }
  void TestBody() override {}

  ScriptedServer& server(const std::string& protocol = "legacy") { return add_server("dev", "files", protocol); }
  config::Config& configuration() { return config_; }
  config::ServerEntry& server_entry() { return toolbox_entry("dev").servers.front(); }

  /// Clients; the objects of the first one end.
  TestClient& add_legacy(const std::string& principal_name, const std::string& capabilities = "{}") {
    return add(legacy_client(capabilities, principal(principal_name)));
  }
  TestClient& add_modern(const std::string& principal_name, const std::string& capabilities = "{}") {
    return add(modern_client(capabilities, principal(principal_name)));
  }

  /// Sends a request of the client if it is still there. Returns its number for answer().
  std::size_t request(TestClient& client, const std::string& method, const std::string& members = {}) {
    const auto present =
        std::find_if(clients_.begin(), clients_.end(), [&](const auto& one) { return one.get() == &client; });
    asked_.push_back({present == clients_.end() || is_shut_down_ ? nullptr : &client, 0});
    if (asked_.back().client != nullptr) asked_.back().id = client.request(method, members);
    return asked_.size() - 1;
  }
  std::size_t call(TestClient& client, const std::string& tool, const std::string& arguments = "{}",
                   const std::string& more = {}) {
    return request(client, "tools/call", R"("name":")" + tool + R"(","arguments":)" + arguments + more);
  }
  std::size_t use_tool(TestClient& client) {
    return call(client, "use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{}})");
  }
  std::size_t open(TestClient& client) { return call(client, "open_toolbox", R"({"toolbox_name":"dev"})"); }
  /// The response to a request; empty: there is none, or the client has disconnected.
  [[nodiscard]] std::string answer(std::size_t request) const {
    const Asked& asked = asked_.at(request);
    return asked.client == nullptr ? std::string() : asked.client->response_to(asked.id);
  }
  /// The member of the result of a request, decoded.
  [[nodiscard]] std::string text_in(std::size_t request, const std::string& path) const {
    return json::characters(Json(member(answer(request), "result." + path)));
  }

  /// The latest run of the server does this, or that with this number (from 0), if there is one.
  void act(ScriptedServer& server, const std::function<void(ScriptedRun&)>& action,
           std::optional<std::size_t> number = std::nullopt) {
    if (server.starts() <= number.value_or(0)) return;
    try {
      action(number ? server.run(*number) : server.run());
    } catch (const std::out_of_range&) {  // it has not received what it would answer
    }
  }
  /// The client answers every input request that it has received.
  void answer_input_requests(TestClient& client, const std::string& result) {
    if (!is_present(client)) return;
    for (const std::string& asked : client.received_of("elicitation/create")) {
      client.send(R"({"jsonrpc":"2.0","id":)" + member(asked, "id") + R"(,"result":)" + result + "}");
    }
  }
  void demand_login(ScriptedServer& server) {
    server.connect_error = Error{ErrorKind::login_required, "demands a login; run: mcp-workbench login dev/files"};
  }
  void log_in(ScriptedServer& server) {
    server.connect_error.reset();
    logins.finish();
  }

  /// Lets everything happen that follows, until no message has arrived for some turns.
  void settle() {
    int quiet = 0;
    std::size_t arrived = count_arrived();
    static_cast<void>(run_until([&] {
      const std::size_t now = count_arrived();
      quiet = std::exchange(arrived, now) == now ? quiet + 1 : 0;
      if (quiet <= kQuietTurnsWithSteps) take_step();
      return quiet > kQuietTurns;
    }));
  }
  /// The same, until the request has an answer or can have none.
  void settle_until_answered(std::size_t request) {
    settle_until([&] { return asked_.at(request).client == nullptr || !answer(request).empty(); });
  }
  /// The same, until something has happened, or will not happen any more.
  void settle_until(const std::function<bool()>& has_happened) {
    settle();
    if (is_shut_down_) return;
    static_cast<void>(test_support::run_until(loop_, has_happened, has_ended_ ? 50ms : 5s));
    settle();
  }

  [[nodiscard]] std::size_t steps() const { return step_; }

  /// Of the performance in which nothing ends: the answer has this text in it.
  void expect_as_planned(std::size_t request, const std::string& text) const {
    if (ending_ == Ending::nothing) {
      EXPECT_THAT(answer(request), testing::HasSubstr(text));
    }
  }

  /// To be called at the end of the scene.
  void expect_one_answer_for_each_request() {
    const auto is_unanswered = [this](const Asked& asked) {
      return asked.client != nullptr && is_present(*asked.client) && asked.client->response_to(asked.id).empty();
    };
    static_cast<void>(test_support::run_until(
        loop_,
        [&] {
          if (is_shut_down_ || std::none_of(asked_.begin(), asked_.end(), is_unanswered)) return true;
          end_what_is_waited_for();
          return false;
        },
        5s));
    for (std::size_t number = 0; number < asked_.size(); ++number) {
      const Asked& asked = asked_[number];
      if (asked.client == nullptr || !is_present(*asked.client)) continue;
      const auto& lines = asked.client->received();
      const auto answers = std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
        return member(line, "method").empty() && member(line, "id") == std::to_string(asked.id);
      });
      if (is_shut_down_) {
        EXPECT_LE(answers, 1) << "request " << number;
      } else {
        EXPECT_EQ(answers, 1) << "request " << number;
      }
    }
  }

  ScriptedLogins logins{loop_};

 private:
  static constexpr int kQuietTurns = 6;
  static constexpr int kQuietTurnsWithSteps = 2;

  struct Asked {
    TestClient* client;  // null: it had gone
    int id;
  };

  TestClient& add(std::unique_ptr<TestClient> client) { return *clients_.emplace_back(std::move(client)); }
  /// A person logs in, and the server answers what it has received, however it was started meanwhile.
  void end_what_is_waited_for() {
    log_in(files());
    for (std::size_t number = 0; number < files().starts(); ++number) {
      ScriptedRun& run = files().run(number);
      std::size_t& answered = answered_[number];
      for (; answered < run.received().size(); ++answered) {
        const jsonrpc::Envelope message = run.received()[answered];
        if (message.method != "tools/call" && !message.method.starts_with("tasks/")) continue;
        run.result(message.id, R"({"resultType":"complete","content":[]})");
      }
    }
  }
  [[nodiscard]] bool is_present(const TestClient& client) const {
    return std::any_of(clients_.begin(), clients_.end(), [&](const auto& one) { return one.get() == &client; });
  }
  /// Every message that has arrived at either end.
  [[nodiscard]] std::size_t count_arrived() {
    std::size_t count = gone_;
    for (const auto& client : clients_) count += client->received().size();
    for (std::size_t run = 0; run < files().starts(); ++run) count += files().run(run).received().size();
    return count;
  }
  ScriptedServer& files() { return transport_.add("files"); }

  void take_step() {
    if (step_++ != ends_at_ || ending_ == Ending::nothing) return;
    has_ended_ = true;
    end();
  }
  void end() {
    TestClient* const first = clients_.empty() ? nullptr : clients_.front().get();
    config::Config changed = config_;
    switch (ending_) {
      case Ending::nothing: return;
      case Ending::workspace_idle: host_.changeable_limits.idle = 0ms; return remove_first();
      case Ending::client_disconnects: return remove_first();
      case Ending::connection_lost:
        if (first == nullptr) return;
        forget_requests_of(*first);
        first->lose_connection();
        return remove_when_gone(first);
      case Ending::toolbox_closed:
        if (first != nullptr) first->call("close_toolbox", R"({"toolbox_name":"dev"})");
        return;
      case Ending::toolbox_removed: changed.toolboxes.clear(); break;
      case Ending::toolbox_replaced: changed.toolboxes.front().servers.front().identity += "changed"; break;
      case Ending::server_dies: return act(files(), [](ScriptedRun& run) { run.exit(); });
      case Ending::server_stops: demand_login(files()); return act(files(), [](ScriptedRun& run) { run.exit(); });
      case Ending::shutdown:
        is_shut_down_ = true;
        for (const auto& client : clients_) client->close_session();
        return workspaces().close([] {});
    }
    host_.changeable_limits.drain = 20ms;
    ASSERT_TRUE(workspaces().apply(changed));
  }
  /// What it has received counts as arrived.
  void remove_first() {
    if (clients_.empty()) return;
    gone_ += clients_.front()->received().size();
    forget_requests_of(*clients_.front());
    clients_.front()->leave();
    left_.push_back(std::move(clients_.front()));
    clients_.erase(clients_.begin());
  }
  void remove_when_gone(TestClient* client) {
    if (client->is_gone()) return remove_first();
    loop_.post([this, client] { remove_when_gone(client); });
  }
  void forget_requests_of(const TestClient& client) {
    for (Asked& asked : asked_) {
      if (asked.client == &client) asked.client = nullptr;
    }
  }

  const Ending ending_;
  const std::size_t ends_at_;
  std::size_t step_ = 0;
  std::size_t gone_ = 0;
  bool has_ended_ = false;
  bool is_shut_down_ = false;
  std::map<std::size_t, std::size_t> answered_;  // by end_what_is_waited_for(): messages of each run
  std::vector<std::unique_ptr<TestClient>> clients_;
  std::vector<std::unique_ptr<TestClient>> left_;
  std::vector<Asked> asked_;
};

using Scene = std::function<void(Stage&)>;

/// Plays the scene once for each of its steps, with this ending. The steps are the steps of the scene in which nothing
/// ends.
inline void play_with(const Scene& scene, Ending ending) {
  std::size_t steps = 0;
  {
    Stage whole(Ending::nothing, 0);
    scene(whole);
    whole.expect_one_answer_for_each_request();
    steps = whole.steps();
  }
  ASSERT_GT(steps, 3U);
  for (std::size_t step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
    SCOPED_TRACE(name_of(ending) + " at step " + std::to_string(step) + " of " + std::to_string(steps));
    Stage stage(ending, step);
    scene(stage);
    stage.expect_one_answer_for_each_request();
  }
}

}  // namespace gateway_fixture
