// One principal that uses up every quota does not slow down another.

#include <algorithm>
#include <list>
#include <optional>

#include "fixture.hpp"
#include "latency.hpp"

namespace {

using namespace http_fixture;

/// The quotas of each principal, and of each address.
const std::vector<std::string> kQuotas{
    "listener.http.requestsPerSecond=500",
    "listener.http.sessionsPerPrincipal=20",
    "limits.principalCalls=40",
    "limits.principalServers=10",
};

/// How often the greedy principal tries what has no quota.
constexpr int kTries = 150;
constexpr int kMostSessions = 30;

constexpr const char* kTokens = R"({"greedy":{"token":"of-greedy"},"other":{"token":"of-other"}})";
/// Addresses are counted, too, so that the two principals have different ones.
constexpr const char* kAddressOfGreedy = "127.0.0.2";

bool has_quota(std::string_view setting) {
  return std::any_of(kQuotas.begin(), kQuotas.end(),
                     [&](const std::string& quota) { return quota.starts_with(std::string(setting) + "="); });
}

std::vector<std::string> options() {
  std::vector<std::string> all{"-D", "listener.http.tokensVariable=TOKENS"};
  for (const std::string& quota : kQuotas) all.insert(all.end(), {"-D", quota});
  return all;
}

HttpHeaders headers_of_call(const std::string& token) {
  return with_json({{"Authorization", "Bearer " + token},
                    {"MCP-Protocol-Version", "2026-07-28"},
                    {"Mcp-Method", "tools/call"},
                    {"Mcp-Name", "use_tool"}});
}

std::string modern_call(const std::string& tool) {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use(tool) + ",\"_meta\":{" +
         modern_request_metadata() + "}}}";
}

/// The principal that takes whatever it is given.
class GreedyPrincipal {
 public:
  explicit GreedyPrincipal(const HttpWorkbench& workbench) : workbench_(workbench) {}

  void use_up_everything() {
    static_cast<void>(ask(headers_of_call("of-greedy"), modern_call("echo")));  // starts the server of its modern calls
    use_up("sessions", "listener.http.sessionsPerPrincipal", kMostSessions, [&] { return add_session(); });
    auto session = sessions_.begin();
    use_up("server processes", "limits.principalServers", static_cast<int>(sessions_.size()),
           [&] { return start_server(*session++); });
    use_up("calls in flight", "limits.principalCalls", kTries, [&] { return add_call(); });
    use_up_requests();
    use_up("connections", "listener.http.connectionsPerAddress", kTries, [&] { return add_connection(); });
  }

 private:
  /// Repeats `add`, which returns the reason of a refusal, until that comes or it has been done `tries` times.
  template <typename Add>
  static void use_up(const char* what, const char* setting, int tries, Add add) {
    std::optional<std::string> refusal;
    int count = 0;
    while (count != tries && !(refusal = add())) ++count;
    std::printf("  the greedy principal has %d %s; then: %s\n", count, what, refusal.value_or("no quota").c_str());
    EXPECT_TRUE(refusal || !has_quota(setting)) << what;
  }

  /// Asks again while there are too many requests per second. Such a refusal closes the connection.
  HttpResponse ask(const HttpHeaders& headers, const std::string& body) const {
    while (true) {
      HttpClient client(workbench_.port(), kAddressOfGreedy);
      auto answer = client.ask("POST", "/mcp", headers, body);
      if (answer.body.find("listener.http.requestsPerSecond") == std::string::npos) return answer;
    }
  }

  std::optional<std::string> add_session() {
    auto answer = ask(with_json({authorization_}),
                      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                      R"("capabilities":{},"clientInfo":{"name":"greedy","version":"1"}}})");
    const std::string session = answer.headers["mcp-session-id"];
    if (session.empty()) return std::to_string(answer.status) + " " + answer.body;
    sessions_.push_back(session);
    return std::nullopt;
  }

  std::optional<std::string> start_server(const std::string& session) {
    const HttpHeaders headers = with_json({authorization_, {"Mcp-Session-Id", session}});
    static_cast<void>(ask(headers, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    const auto answer = ask(headers, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox",)"
                                     R"("arguments":{"toolbox_name":"dev"}}})");
    if (answer.body.find("limits.principalServers") != std::string::npos) return answer.body;
    return std::nullopt;
  }

  /// Its server never answers it.
  std::optional<std::string> add_call() {
    HttpClient& caller = callers_.emplace_back(workbench_.port(), kAddressOfGreedy);
    caller.send("POST", "/mcp", headers_of_call("of-greedy"), modern_call("hang"));
    // A later call is refused if there are too many in flight now.
    const auto answer = ask(headers_of_call("of-greedy"), modern_call("echo"));
    if (answer.body.find("\"echo\":{}") == std::string::npos) return std::to_string(answer.status) + " " + answer.body;
    return std::nullopt;
  }

  void use_up_requests() {
    constexpr std::chrono::seconds kTime{2};
    constexpr int kAtOnce = 4;
    int sent = 0;
    int refused = 0;
    for (const auto end = std::chrono::steady_clock::now() + kTime; std::chrono::steady_clock::now() < end;) {
      std::list<HttpClient> clients;
      for (int count = 0; count != kAtOnce; ++count) {
        clients.emplace_back(workbench_.port(), kAddressOfGreedy)
            .send("POST", "/mcp", with_json({authorization_}), kPing);
      }
      for (HttpClient& client : clients) refused += client.read_answer().status == 429 ? 1 : 0;
      sent += kAtOnce;
    }
    std::printf("  the greedy principal sends %d requests in 2 s; refused: %d\n", sent, refused);
    EXPECT_TRUE(refused > 0 || !has_quota("listener.http.requestsPerSecond"));
  }

  std::optional<std::string> add_connection() {
    try {
      HttpClient& connection = connections_.emplace_back(workbench_.port(), kAddressOfGreedy);
      const auto answer = connection.ask("GET", "/healthz", {});
      if (answer.status != 200) return std::to_string(answer.status) + " " + answer.body;
      return std::nullopt;
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

  const HttpWorkbench& workbench_;
  const std::pair<std::string, std::string> authorization_{"Authorization", "Bearer of-greedy"};
  std::vector<std::string> sessions_;
  std::list<HttpClient> callers_;
  std::list<HttpClient> connections_;
};

TEST(AnotherPrincipal, HasItsUsualLatencyWhileOneUsesUpEveryQuota) {
  constexpr std::chrono::milliseconds kPause{4};  // for half as many requests per second as it may send
  HttpWorkbench workbench(dev_toolbox(), options(), {{"TOKENS", kTokens}});
  HttpClient client(workbench.port());
  const auto call = [&] {
    const auto answer = client.ask("POST", "/mcp", headers_of_call("of-other"), modern_call("echo"));
    if (answer.body.find("\"echo\":{}") == std::string::npos) throw std::runtime_error(answer.body);
  };
  call();
  const Latency usual = usual_latency_of(workbench.process().pid(), call, kPause);
  GreedyPrincipal greedy(workbench);
  const Latency meanwhile = latency_of(
      workbench.process().pid(), call, [&] { greedy.use_up_everything(); }, kPause);
  const Latency afterwards = usual_latency_of(workbench.process().pid(), call, kPause);
  print("another principal's calls, usually", usual);
  print("while one uses up every quota", meanwhile);
  print("while every quota is used up", afterwards);
  // In milliseconds. Other machines on the same processor cost one or two; a queue behind the refused requests, tens.
  EXPECT_LT(meanwhile.median, 3 * usual.median + 3 * kSlowness);
  EXPECT_LT(meanwhile.worst_processor_time, usual.worst_processor_time + 25 * kSlowness);
  EXPECT_LT(afterwards.median, 3 * usual.median + 3 * kSlowness);
}

}  // namespace
