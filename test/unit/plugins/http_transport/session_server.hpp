#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "transport_fixture.hpp"

namespace workbench::test {

/// A legacy server with sessions that it can forget. A request of a session that it does not know is answered by
/// `refuse`; what it knows, by `ping` and `answer`.
class SessionServer {
 public:
  using Respond = std::function<void(const SeenRequest&, Reply&)>;

  explicit SessionServer(Respond refuse)
      : refuse_(std::move(refuse)),
        server_([this](const SeenRequest& request, Reply& reply) { serve(request, reply); }) {}

  void forget() {
    const std::lock_guard lock(mutex_);
    sessions_.clear();
  }
  [[nodiscard]] std::string url(std::string_view path = "/mcp") const { return server_.url(path); }
  [[nodiscard]] std::vector<SeenRequest> requests() const { return server_.requests(); }
  [[nodiscard]] int count(std::string_view text) const {
    int found = 0;
    for (const SeenRequest& seen : server_.requests()) found += seen.has(text) ? 1 : 0;
    return found;
  }

  Respond answer = [](const SeenRequest& request, Reply& reply) { reply.result(request, "{\"is_fine\":true}"); };
  /// Before everything else; true: it has answered.
  std::function<bool(const SeenRequest&, Reply&)> intercept = [](const SeenRequest&, Reply&) { return false; };
  Respond ping = [](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); };
  std::string server_info = R"({"name":"s","version":"1"})";
  std::atomic<bool> refuses_initialize = false;

 private:
  void serve(const SeenRequest& request, Reply& reply) {
    if (intercept(request, reply)) return;
    if (request.has("\"initialize\"")) {
      return refuses_initialize ? reply.send(500, "text/plain", "not today") : initialize(request, reply);
    }
    if (request.method == "GET" && request.header("last-event-id").empty()) return reply.send(405, "", "");
    if (!knows(request.header("mcp-session-id"))) return refuse_(request, reply);
    if (request.method == "POST" && request.id().empty()) return reply.accepted();
    if (request.has("\"ping\"")) return ping(request, reply);
    answer(request, reply);
  }

  void initialize(const SeenRequest& request, Reply& reply) {
    const std::lock_guard lock(mutex_);
    const std::string id = "s-" + std::to_string(++begun_);
    sessions_.insert(id);
    reply.result(request,
                 R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":)" + server_info + "}",
                 {"Mcp-Session-Id: " + id});
  }

  [[nodiscard]] bool knows(const std::string& session) const {
    const std::lock_guard lock(mutex_);
    return sessions_.count(session) != 0;
  }

  const Respond refuse_;
  mutable std::mutex mutex_;
  std::set<std::string> sessions_;
  int begun_ = 0;
  ScriptedServer server_;
};

/// How a server answers a request.
struct Refusal {
  std::string name;
  int status;
  std::string type;
  std::string body;
};

inline const std::string kJsonType = "application/json";
inline const std::string kSessionCall = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})";

/// The answer to `id`; empty: there was none in time.
inline std::string answer_to(TransportFixture& fixture, const std::string& id) {
  std::string found;
  const bool is_there = fixture.run_until([&] {
    for (const std::string& message : fixture.observer.messages) {
      if (message.find("\"id\":" + id + ",") != std::string::npos) found = message;
    }
    return !found.empty();
  });
  return is_there ? found : std::string();
}

/// The server has accepted everything that begins the session.
inline void begin_session(TransportFixture& fixture, const SessionServer& server) {
  fixture.initialize();
  EXPECT_TRUE(fixture.run_until([&] { return server.count("notifications/initialized") == 1; }));
}

}  // namespace workbench::test
