#include "clients/request_tracing.hpp"

#include <utility>
#include <variant>

#include "base/secure_random.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/request_span.hpp"

namespace workbench::clients {
namespace {

constexpr std::size_t kSessionIdBytes = 8;

/// The tool or the prompt that the params name; empty: the method names something else.
std::string target_of(std::string_view method, const Json& params) {
  if (protocol::span_target(method, "name").empty()) return {};
  const Json name = json::member(params, "name");
  return name.kind() == JsonKind::string ? json::characters(name) : std::string();
}

/// "A string representation of the `id` property of the request": a string without its quotes.
std::string text_of(const jsonrpc::Id& id) {
  std::string_view raw = id.raw();
  if (raw.size() >= 2 && raw.front() == '"') raw = raw.substr(1, raw.size() - 2);
  return protocol::span_text(raw);
}

/// As Request::fail() answers.
int code_of(ErrorKind kind) {
  if (kind == ErrorKind::forbidden) return jsonrpc::kInvalidRequest;
  const bool is_the_request = kind == ErrorKind::invalid_argument || kind == ErrorKind::not_found;
  return is_the_request ? jsonrpc::kInvalidParams : jsonrpc::kInternalError;
}

void end(Span& span, const ToolOutcome& outcome) {
  const auto* const error = std::get_if<Error>(&outcome.response);
  if (error != nullptr && error->kind != ErrorKind::cancelled) {
    span.set("rpc.response.status_code", std::to_string(code_of(error->kind)));
  }
  protocol::set_outcome(span, outcome.response, outcome.failure, outcome.is_error);
  span.end();
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text.append({kDigits[value >> 4U], kDigits[value & 15U]});
  }
  return text;
}

}  // namespace

void RequestTracing::trace(Request& request, std::string_view method, const Json& params) {
  Span span = protocol::begin_request_span(sink_, SpanKind::server, method, target_of(method, params),
                                           request_context(request.meta(), host_.json()));
  describe(span, request);
  request.set_option(kTraceOption, json_of(span.context()));
  request.on_answer([span = std::move(span)](const ToolOutcome& outcome) mutable { end(span, outcome); });
}

void RequestTracing::describe(Span& span, const Request& request) {
  span.set("jsonrpc.request.id", text_of(request.target().id));
  span.set("mcp.protocol.version", std::string(protocol::name_of(request.revision())));
  if (!request.identity().is_modern) span.set("mcp.session.id", session_id());
  const std::string& client = request.identity().client_info.name;
  if (!client.empty()) span.set("mcp_workbench.client", protocol::span_text(client));
}

/// One of our own: the `Mcp-Session-Id` of HTTP lets its holder use the session.
const std::string& RequestTracing::session_id() {
  if (session_id_.empty()) session_id_ = hexadecimal(base::random_bytes(kSessionIdBytes));
  return session_id_;
}

Span RequestTracing::begin(std::string_view method, const Json& params, const jsonrpc::ReplyTarget& target) {
  if (sink_ == nullptr) return {};
  const Json meta = json::member(params, "_meta");
  Span span = protocol::begin_request_span(sink_, SpanKind::server, method, {}, request_context(meta, host_.json()));
  span.set("jsonrpc.request.id", text_of(target.id));
  return span;
}

}  // namespace workbench::clients
