#include "caller.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "workbench_client.hpp"

namespace chaos {
namespace {

using namespace test_support;

/// The messages in the body of an answer: one, or the events of a stream.
std::vector<std::string> messages_in(HttpResponse& answer) {
  if (answer.headers["content-type"].find("text/event-stream") == std::string::npos) return {answer.body};
  constexpr std::string_view kData = "\ndata: ";
  std::vector<std::string> messages;
  const std::string body = "\n" + answer.body;
  for (std::size_t at = body.find(kData); at != std::string::npos; at = body.find(kData, at)) {
    at += kData.size();
    const std::size_t end = body.find('\n', at);
    if (end > at) messages.push_back(body.substr(at, end - at));
  }
  return messages;
}

std::string beginning(const std::string& text) {
  return text.substr(0, 500);
}

}  // namespace

Caller::Caller(std::uint16_t port, Era era) : connection_(std::make_unique<HttpClient>(port)), era_(era) {
  if (era_ == Era::legacy) begin_session();
}

void Caller::begin_session() {
  HttpResponse answer = connection_->ask(
      "POST", "/mcp", with_json(),
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"chaos","version":"1"}}})");
  session_ = answer.headers["mcp-session-id"];
  if (session_.empty()) throw std::runtime_error("no session: " + beginning(answer.body));
  static_cast<void>(connection_->ask("POST", "/mcp", with_json({{"Mcp-Session-Id", session_}}),
                                     R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
}

void Caller::send(std::string_view method, std::string_view params, std::string_view name) {
  std::string body = R"({"jsonrpc":"2.0","id":)" + std::to_string(++last_id_) + R"(,"method":)" + quoted(method) +
                     R"(,"params":{)" + std::string(params);
  HttpHeaders headers;
  if (era_ == Era::legacy) {
    headers = {{"Mcp-Session-Id", session_}, {"MCP-Protocol-Version", "2025-11-25"}};
  } else {
    headers = {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", std::string(method)}};
    if (!name.empty()) headers.emplace_back("Mcp-Name", name);
    body.append(params.empty() ? "" : ",").append("\"_meta\":{").append(modern_request_metadata()).append("}");
  }
  connection_->send("POST", "/mcp", with_json(headers), body.append("}}"));
}

std::string Caller::receive_result() {
  HttpResponse answer = connection_->read_answer();
  const std::string id = std::to_string(last_id_);
  std::string found;
  for (const std::string& message : messages_in(answer)) {
    if (!member(message, "method").empty()) continue;
    if (member(message, "id") != id) throw std::runtime_error("not the answer to " + id + ": " + beginning(message));
    if (!found.empty()) throw std::runtime_error("a second answer: " + beginning(message));
    found = message;
  }
  if (found.empty()) {
    throw std::runtime_error("no answer, but status " + std::to_string(answer.status) + ": " + beginning(answer.body));
  }
  const std::string error = member(found, "error");
  return error.empty() ? member(found, "result") : "error: " + error;
}

std::string Caller::request(std::string_view method, std::string_view params) {
  send(method, params, {});
  return receive_result();
}

std::string Caller::call(std::string_view tool, std::string_view arguments) {
  send("tools/call", "\"name\":" + quoted(tool) + ",\"arguments\":" + std::string(arguments), tool);
  return receive_result();
}

std::string Caller::open(std::string_view toolbox) {
  return call("open_toolbox", "{\"toolbox_name\":" + quoted(toolbox) + "}");
}

void Caller::send_use(std::string_view toolbox, std::string_view server, std::string_view tool,
                      std::string_view arguments) {
  const std::string params = use_tool_params(toolbox, server, tool, arguments);
  send("tools/call", std::string_view(params).substr(1, params.size() - 2), "use_tool");
}

std::string Caller::use(std::string_view toolbox, std::string_view server, std::string_view tool,
                        std::string_view arguments) {
  send_use(toolbox, server, tool, arguments);
  return receive_result();
}

std::string Caller::use_text(std::string_view toolbox, std::string_view server, std::string_view tool,
                             std::string_view arguments) {
  return first_text(use(toolbox, server, tool, arguments));
}

void Caller::prove(std::string_view toolbox, std::string_view server) {
  static std::atomic<std::uint64_t> count = 0;
  const std::string proof = "{\"proof\":" + std::to_string(++count) + "}";
  const std::string result = use(toolbox, server, "echo", proof);
  if (member(result, "echo") != proof) throw std::runtime_error("not the echo of " + proof + ": " + beginning(result));
}

void Caller::leave(std::string_view toolbox) {
  if (era_ == Era::modern) return;
  const std::string closed = call("close_toolbox", "{\"toolbox_name\":" + quoted(toolbox) + "}");
  if (first_text(closed).find("\"closed\":true") == std::string::npos) {
    throw std::runtime_error("the toolbox is not closed: " + beginning(closed));
  }
  static_cast<void>(connection_->ask("DELETE", "/mcp", {{"Mcp-Session-Id", session_}}));
}

}  // namespace chaos
