#include "protocol/request_span.hpp"

#include <workbench/outcome_word.hpp>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::protocol {
namespace {

constexpr std::string_view kStatusCode = "rpc.response.status_code";

/// "error.type ... SHOULD be set to the string representation of the JSON-RPC error code, if one is returned."
void set_error(Span& span, const PeerError& error) {
  const std::string code = std::to_string(jsonrpc::code_of(error.object));
  span.set(kStatusCode, code);
  span.fail(code);
}

}  // namespace

std::string span_text(std::string_view text) {
  return base::visible_line(base::shortened(std::string(text), kMaxSpanText));
}

std::string_view span_target(std::string_view method, std::string_view name) {
  return method == "tools/call" || method == "prompts/get" ? name : std::string_view();
}

// "gen_ai.operation.name ... SHOULD be set to execute_tool when the operation describes a tool call and SHOULD NOT be
// set otherwise."
Span begin_request_span(TraceSink* sink, SpanKind kind, std::string_view method, std::string_view target,
                        const TraceContext& parent) {
  if (sink == nullptr) return {};
  const std::string shown_method = span_text(method);
  const std::string shown_target = span_text(target);
  Span span(sink, kind, target.empty() ? shown_method : shown_method + " " + shown_target, parent);
  span.set("mcp.method.name", shown_method);
  if (target.empty()) return span;
  if (method == "tools/call") span.set("gen_ai.operation.name", "execute_tool");
  span.set(method == "tools/call" ? "gen_ai.tool.name" : "gen_ai.prompt.name", shown_target);
  return span;
}

void set_outcome(Span& span, const Response& response, std::optional<ErrorKind> failure, bool is_tool_error) {
  if (!span.is_open()) return;
  if (const auto* error = std::get_if<PeerError>(&response)) return set_error(span, *error);
  if (const auto* error = std::get_if<Error>(&response)) failure = error->kind;
  if (failure) {
    span.fail(detail::outcome_word_for(*failure));
  } else if (is_tool_error) {
    span.fail("tool_error");
  }
}

}  // namespace workbench::protocol
