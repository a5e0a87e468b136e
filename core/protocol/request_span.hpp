#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/error.hpp>
#include <workbench/response.hpp>
#include <workbench/trace_span.hpp>

namespace workbench::protocol {

// Spans of MCP requests in the words of the semantic conventions of OpenTelemetry for MCP. A resource is not named in
// them, because its URI may be private, and has too many values for the name of a span.

/// Bytes of a name that a peer has chosen.
inline constexpr std::size_t kMaxSpanText = 128;

/// A text of a peer as an attribute has it: visible, and bounded.
[[nodiscard]] std::string span_text(std::string_view text);

/// The span of one request. `target`: the tool or the prompt that it names, as JSON or characters; empty: none.
/// `sink` null: nothing is traced.
[[nodiscard]] Span begin_request_span(TraceSink* sink, SpanKind kind, std::string_view method, std::string_view target,
                                      const TraceContext& parent);

/// What `method` names by `name`: a tool or a prompt; empty: something that spans do not name.
[[nodiscard]] std::string_view span_target(std::string_view method, std::string_view name);

/// How the request has ended. `failure`: why the workbench has answered in place of the server. `is_tool_error`: the
/// result says so.
void set_outcome(Span& span, const Response& response, std::optional<ErrorKind> failure, bool is_tool_error);

}  // namespace workbench::protocol
