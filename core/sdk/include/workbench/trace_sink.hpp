#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <workbench/extension.hpp>

namespace workbench {

/// A place in a trace in the notation of W3C Trace Context, as peers send it in `_meta` or in HTTP headers. What a peer
/// has sent may be malformed: TraceSink::begin() judges it.
struct TraceContext {
  std::string traceparent;  ///< `00-TRACE-SPAN-FLAGS` in hexadecimal digits; empty: there is none
  std::string tracestate;   ///< empty: none
};

/// What a span is to its peer; the numbers are those of OTLP.
enum class SpanKind {
  internal = 1,  ///< something that happens in this process, such as waiting
  server = 2,    ///< a request of a client
  client = 3,    ///< a request to a server, and what else the workbench asks of others
};

/// An attribute of a span. Arguments and results of calls are never among them.
struct SpanAttribute {
  std::string name;  ///< of the semantic conventions of OpenTelemetry, or beginning with `mcp_workbench.`
  std::variant<std::string, std::int64_t> value;  ///< text from a peer is visible text, and bounded
};

/// A span that has ended.
struct SpanRecord {
  TraceContext context;  ///< its own, as TraceSink::begin() has made it
  std::string parent;    ///< the `traceparent` of the span around it; empty or malformed: it has none
  SpanKind kind = SpanKind::internal;
  std::string name;  ///< of few different values: `tools/call NAME`
  std::chrono::system_clock::time_point begin;
  std::chrono::nanoseconds duration{0};
  std::vector<SpanAttribute> attributes;
  bool has_failed = false;  ///< then an attribute is `error.type`
};

/// Receives the spans of the workbench, and sends them to where traces are kept. An extension that a plugin provides if
/// it is configured: `host.extension<TraceSink>()`; null: nothing is traced, and nothing should be done for traces.
/// Use a Span (trace_span.hpp) instead of calling it. No function throws or waits. [loop thread]
class TraceSink {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/trace-sink", 1};

  /// The context of a new span within `parent`, which may be empty or malformed: then the span begins a trace. Whether
  /// the span is recorded is decided here (the last digits of `traceparent`); a context has to be passed on in any
  /// case.
  [[nodiscard]] virtual TraceContext begin(const TraceContext& parent) noexcept = 0;

  /// The span has ended. Dropped, and counted, if there are too many.
  virtual void end(SpanRecord record) noexcept = 0;

 protected:
  ~TraceSink() = default;
};

/// How traces are configured besides the environment: an extension that the host provides. [startup, loop thread]
class TraceSettings {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/trace-settings", 1};

  /// `traces.otlp.endpoint`; empty: it is not set.
  [[nodiscard]] virtual std::string endpoint() const = 0;

 protected:
  ~TraceSettings() = default;
};

/// The option of a request (ClientCall::option()) that has the context of its span: an object with `traceparent` and
/// perhaps `tracestate`. Absent: the request is not traced. A plugin makes spans within it with request_context().
inline constexpr std::string_view kTraceOption = "mcp-workbench.trace";

}  // namespace workbench
