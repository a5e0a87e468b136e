#include "otlp_json.hpp"

#include <chrono>
#include <cstdint>
#include <variant>

#include <workbench/json_writer.hpp>

#include "trace_parent.hpp"

namespace workbench::traces {
namespace {

constexpr std::size_t kBytesPerSpan = 1024;  // as a guess
constexpr int kStatusError = 2;
constexpr std::int64_t kSampledFlag = 1;

void write_attribute(JsonWriter& writer, std::string_view name, const std::variant<std::string, std::int64_t>& value) {
  writer.object().member("key", name).key("value").object();
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    writer.member("intValue", std::to_string(*number));
  } else {
    writer.member("stringValue", std::get<std::string>(value));
  }
  writer.end().end();
}

void write_resource(JsonWriter& writer, const KeyValues& resource) {
  writer.key("resource").object().key("attributes").array();
  for (const auto& [name, value] : resource) write_attribute(writer, name, value);
  writer.end().end();
}

/// "Nanoseconds since the Unix epoch".
std::string time_text(std::chrono::system_clock::time_point time, std::chrono::nanoseconds after = {}) {
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()) + after;
  return std::to_string(since.count());
}

void write_context(JsonWriter& writer, const SpanRecord& span) {
  const TraceParent own = parse_traceparent(span.context.traceparent).value_or(TraceParent());
  writer.member("traceId", own.trace).member("spanId", own.span).member("flags", kSampledFlag);
  if (!span.context.tracestate.empty()) writer.member("traceState", span.context.tracestate);
  if (const auto parent = parse_traceparent(span.parent)) writer.member("parentSpanId", parent->span);
}

void write_span(JsonWriter& writer, const SpanRecord& span) {
  write_context(writer.object(), span);
  writer.member("name", span.name).member("kind", static_cast<int>(span.kind));
  writer.member("startTimeUnixNano", time_text(span.begin));
  writer.member("endTimeUnixNano", time_text(span.begin, span.duration));
  writer.key("attributes").array();
  for (const SpanAttribute& one : span.attributes) write_attribute(writer, one.name, one.value);
  writer.end();
  if (span.has_failed) writer.key("status").object().member("code", kStatusError).end();
  writer.end();
}

}  // namespace

std::string encode(const KeyValues& resource, const std::vector<SpanRecord>& spans) {
  JsonWriter writer(spans.size() * kBytesPerSpan);
  writer.object().key("resourceSpans").array().object();
  write_resource(writer, resource);
  writer.key("scopeSpans").array().object();
  writer.key("scope").object().member("name", "mcp-workbench").member("version", TRACES_VERSION).end();
  writer.key("spans").array();
  for (const SpanRecord& span : spans) write_span(writer, span);
  writer.end().end().end().end().end().end();
  return std::move(writer).take();
}

}  // namespace workbench::traces
