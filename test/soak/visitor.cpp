#include "visitor.hpp"

#include <utility>

#include "workbench_client.hpp"

namespace soak {
namespace {

using test_support::HttpClient;
using test_support::HttpHeaders;
using test_support::member;

constexpr std::size_t kMaxSamples = 20;

std::string data_of(const std::string& event) {
  static constexpr std::string_view kData = "data: ";
  const std::size_t data = event.starts_with(kData) ? 0 : event.find("\ndata: ");
  if (data == std::string::npos) return {};
  const std::size_t begin = event.find(kData, data) + kData.size();
  return event.substr(begin, event.find('\n', begin) - begin);
}

std::string arguments_of_use(const std::string& server, const std::string& tool, const std::string& arguments) {
  return R"("name":"use_tool","arguments":{"tool":{"toolbox":"busy","server":")" + server + R"(","tool":")" + tool +
         R"("},"arguments":)" + arguments + "}";
}

}  // namespace

void Visits::record(const std::string& what) {
  const std::lock_guard lock(mutex_);
  ++done_[what];
}

void Visits::record_failure(const std::string& what, std::string_view text) {
  const std::lock_guard lock(mutex_);
  ++failures_;
  if (samples_.size() < kMaxSamples) samples_.push_back(what + ": " + std::string(text.substr(0, 500)));
}

std::map<std::string, std::uint64_t> Visits::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

std::uint64_t Visits::failures() const {
  const std::lock_guard lock(mutex_);
  return failures_;
}

std::vector<std::string> Visits::samples() const {
  const std::lock_guard lock(mutex_);
  return samples_;
}

void Visitor::visit_session(std::uint64_t seed) {
  HttpClient first(port_);
  first.send("POST", "/mcp", test_support::with_json(),
             R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":)"
             R"({"elicitation":{}},"clientInfo":{"name":"visitor","version":"1"}}})");
  session_ = first.read_answer().headers["mcp-session-id"];
  if (session_.empty()) return visits_.record_failure("legacy: initialize", "no session");
  post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  HttpClient stream(port_);
  stream.send("GET", "/mcp", {{"Accept", "text/event-stream"}, {"Mcp-Session-Id", session_}});
  if (stream.read_head().status != 200) visits_.record_failure("legacy: GET", "refused");

  expect("tools/list", ask("tools/list", ""), "\"open_toolbox\"");
  expect("open_toolbox", ask("tools/call", R"("name":"open_toolbox","arguments":{"toolbox_name":"busy"})"),
         "servers_connected");
  expect("logging/setLevel", ask("logging/setLevel", R"("level":"debug")"), "\"result\"");
  expect("prompts/list", ask("prompts/list", ""), "\"prompts\"");
  expect("resources/list", ask("resources/list", ""), "\"resources\"");
  expect("resources/read", ask("resources/read", R"("uri":"busy:///state")"), "\"fine\"");
  expect("resources/subscribe", ask("resources/subscribe", R"("uri":"busy:///state")"), "\"result\"");
  const std::string server = seed % 2 == 0 ? "legacy" : "modern";
  for (int round = 0; round < 3; ++round) {
    expect("call", use(server, "echo", "{\"bytes\":" + std::to_string(1 + (seed >> (round * 8)) % 200'000) + "}"),
           "bbb", "\"text\":\"b");
    expect("resources/updated", use(server, "touch"), "touch");
    expect("elicitation", use(server, "ask"), "\"asked\"");
    expect("progress and log", use(server, "report", "{}", R"("progressToken":1)"), "report");
    expect("tools/list_changed", use(server, "change"), "change");
  }
  if (seed % 3 == 0) expect("time-out", use("slow", "hang"), "Error: no answer within");
  if (seed % 4 == 0)
    expect("crash", use("crashy", "crash"), "Error: the server ended with exit code 3", "times in a row");
  if (seed % 5 == 0) expect("big call", use(server, "echo", "{\"bytes\":1000000}"), "bbb");
  // The server that reloads change.
  expect("changed by a reload", use("shifting", "echo"), "echo", "Error: ");

  // In a session, a lost connection cancels nothing.
  const int cancelled = last_id_ + 1;
  leave("tools/call", arguments_of_use(server, "hang", "{}"));
  post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + std::to_string(cancelled) +
       "}}");
  visits_.record("cancellation");
  expect("resources/unsubscribe", ask("resources/unsubscribe", R"("uri":"busy:///state")"), "\"result\"");
  if (seed % 7 == 0)
    expect("close_toolbox", ask("tools/call", R"("name":"close_toolbox","arguments":{"toolbox_name":"busy"})"),
           "\"result\"");
  if (seed % 6 == 0) return visits_.record("session left alone");
  const auto deleted = HttpClient(port_).ask("DELETE", "/mcp", {{"Mcp-Session-Id", session_}});
  expect("session deleted", std::to_string(deleted.status), "20");
}

void Visitor::visit_modern(std::uint64_t seed) {
  session_.clear();
  expect("server/discover", ask("server/discover", ""), "supportedVersions");
  expect("tools/list", ask("tools/list", ""), "\"open_toolbox\"");
  expect("prompts/get", ask("prompts/get", R"("name":"plan")"), "\"Plan.\"");
  expect("resources/read", ask("resources/read", R"("uri":"busy:///state")"), "\"fine\"");
  HttpClient listener(port_);
  send(listener, "subscriptions/listen", R"("notifications":{"toolsListChanged":true})", {});
  if (listener.read_head().status != 200) visits_.record_failure("modern: subscriptions/listen", "refused");
  // Only of a modern server's input request is it known to which of several calls of a principal it belongs.
  for (int round = 0; round < 3; ++round) {
    expect("call", use("modern", "echo", "{\"bytes\":" + std::to_string(1 + (seed >> (round * 8)) % 200'000) + "}"),
           "bbb", "\"text\":\"b");
    expect("progress and log", use("modern", "report", "{}", R"("progressToken":1)"), "report");
    expect("tools/list_changed", use("modern", "change"), "change");
    const std::string asked = use("modern", "ask");
    expect("input required", asked, "input_required");
    const std::string requests = member(asked, "result.inputRequests");
    const std::size_t key = requests.find('"') + 1;
    if (requests.empty()) continue;
    expect("input response",
           use("modern", "ask", "{}", {},
               R"(,"inputResponses":{")" + requests.substr(key, requests.find('"', key) - key) +
                   R"(":{"action":"accept","content":{}}},"requestState":)" + member(asked, "result.requestState")),
           "\"asked\"");
  }
  if (seed % 3 == 0) expect("time-out", use("slow", "hang"), "Error: no answer within");
  if (seed % 4 == 0)
    expect("crash", use("crashy", "crash"), "Error: the server ended with exit code 3", "times in a row");
  if (seed % 5 == 0) expect("big call", use("modern", "echo", "{\"bytes\":1000000}"), "bbb");
  if (seed % 6 == 0) {
    expect("suspended for ever", use("modern", "ask"), "input_required");
  }
  expect("changed by a reload", use("shifting", "echo"), "echo", "Error: ");
  leave("tools/call", arguments_of_use("modern", "hang", "{}"));
  visits_.record("cancellation");
}

std::string Visitor::use(const std::string& server, const std::string& tool, const std::string& arguments,
                         const std::string& metadata, const std::string& more_members) {
  return ask("tools/call", arguments_of_use(server, tool, arguments) + more_members, metadata);
}

std::string Visitor::ask(std::string_view method, const std::string& params, const std::string& metadata) {
  HttpClient client(port_);
  send(client, method, params, metadata);
  return receive(client, std::to_string(last_id_));
}

void Visitor::leave(std::string_view method, const std::string& params) {
  HttpClient client(port_);
  send(client, method, params, {});
}

void Visitor::send(HttpClient& client, std::string_view method, const std::string& params,
                   const std::string& metadata) {
  std::string all = metadata;
  if (session_.empty()) {
    all += (all.empty() ? "" : ",") + test_support::modern_request_metadata(R"({"elicitation":{"form":{}}})");
  }
  const std::string meta = all.empty() ? "" : std::string(params.empty() ? "" : ",") + "\"_meta\":{" + all + "}";
  std::string name;
  if (method == "tools/call") name = "use_tool";
  if (method == "prompts/get") name = "plan";
  if (method == "resources/read") name = "busy:///state";
  client.send("POST", "/mcp", headers(method, name),
              R"({"jsonrpc":"2.0","id":)" + std::to_string(++last_id_) + R"(,"method":")" + std::string(method) +
                  R"(","params":{)" + params + meta + "}}");
}

void Visitor::post(const std::string& message) {
  static_cast<void>(HttpClient(port_).ask("POST", "/mcp", headers({}, {}), message));
}

HttpHeaders Visitor::headers(std::string_view method, const std::string& name) const {
  if (!session_.empty()) return test_support::with_json({{"Mcp-Session-Id", session_}});
  HttpHeaders modern{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", std::string(method)}};
  if (!name.empty()) modern.emplace_back("Mcp-Name", name);
  return test_support::with_json(modern);
}

std::string Visitor::receive(HttpClient& client, const std::string& id) {
  auto answer = client.read_head();
  if (answer.headers.count("content-length") > 0) {
    return client.connection().read_bytes(std::stoul(answer.headers["content-length"]));
  }
  std::string response;
  while (const auto event = client.next_event()) {
    const std::string message = data_of(*event);
    if (member(message, "method") == "\"elicitation/create\"") {
      post(R"({"jsonrpc":"2.0","id":)" + member(message, "id") + R"(,"result":{"action":"accept","content":{}}})");
    } else if (member(message, "id") == id) {
      response = message;
    }
  }
  return response;
}

void Visitor::expect(const std::string& what, std::string_view text, std::string_view wanted,
                     std::string_view or_wanted) {
  const std::string era = session_.empty() ? "modern: " : "legacy: ";
  const bool is_there = text.find(wanted) != std::string_view::npos ||
                        (!or_wanted.empty() && text.find(or_wanted) != std::string_view::npos);
  if (is_there) return visits_.record(era + what);
  visits_.record_failure(era + what, text);
}

}  // namespace soak
