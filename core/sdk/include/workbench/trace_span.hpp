#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>
#include <workbench/trace_sink.hpp>

namespace workbench {

/// The trace context in the members `traceparent` and `tracestate` of an object, such as kTraceOption or `_meta`; empty
/// where there is none. It is not checked. [any thread]
[[nodiscard]] inline TraceContext request_context(const Json& object, const JsonAccess& json) {
  constexpr std::array<std::string_view, 2> kNames{"traceparent", "tracestate"};
  std::array<Json, 2> found;
  if (object.kind() != JsonKind::object || !json.pick(object, kNames, found)) return {};
  const auto text_of = [&](const Json& value) {
    auto text = json.characters(value);
    return text ? *std::move(text) : std::string();
  };
  return {text_of(found[0]), text_of(found[1])};
}

/// The same as an object.
[[nodiscard]] inline Json json_of(const TraceContext& context) {
  JsonWriter writer(128);
  writer.object().member("traceparent", context.traceparent);
  if (!context.tracestate.empty()) writer.member("tracestate", context.tracestate);
  return std::move(writer.end()).json();
}

/// A span from its beginning to its end, or nothing if nothing is traced: then it costs a pointer, and its functions do
/// nothing. It ends when it is destroyed. The sink must outlive it. Move-only. [loop thread]
class Span {
 public:
  Span() = default;
  /// `sink` null: nothing is traced. `name` of few different values.
  Span(TraceSink* sink, SpanKind kind, std::string name, const TraceContext& parent) {
    if (sink == nullptr) return;
    open_ = std::make_unique<Open>(*sink);
    SpanRecord& record = open_->record;
    record.context = sink->begin(parent);
    if (parent.traceparent.size() <= kMaxParent) record.parent = parent.traceparent;
    record.kind = kind;
    record.name = std::move(name);
    record.begin = std::chrono::system_clock::now();
  }
  Span(Span&&) noexcept = default;
  Span& operator=(Span&& other) noexcept {
    end();
    open_ = std::move(other.open_);
    return *this;
  }
  ~Span() { end(); }

  [[nodiscard]] bool is_open() const { return open_ != nullptr; }

  /// What the next party in the trace has to receive; empty if nothing is traced.
  [[nodiscard]] const TraceContext& context() const {
    static const TraceContext kNone;
    return open_ == nullptr ? kNone : open_->record.context;
  }

  void set(std::string_view attribute, std::string value) { add(attribute, std::move(value)); }
  void set(std::string_view attribute, std::int64_t value) { add(attribute, value); }

  /// The operation has failed; `type` is a word or a code for the reason.
  void fail(std::string_view type) {
    if (open_ == nullptr || std::exchange(open_->record.has_failed, true)) return;
    set("error.type", std::string(type));
  }

  /// Ends the span now.
  void end() {
    if (open_ == nullptr) return;
    const auto open = std::move(open_);
    open->record.duration = std::chrono::steady_clock::now() - open->begin;
    open->sink.end(std::move(open->record));
  }

 private:
  /// More than any version of `traceparent` will have; what is longer is not valid, and need not be kept.
  static constexpr std::size_t kMaxParent = 512;

  struct Open {
    explicit Open(TraceSink& receiver) : sink(receiver) {}

    TraceSink& sink;
    SpanRecord record;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  };

  template <typename Value>
  void add(std::string_view attribute, Value value) {
    if (open_ != nullptr) open_->record.attributes.push_back({std::string(attribute), std::move(value)});
  }

  std::unique_ptr<Open> open_;  // null: nothing is traced, or it has ended
};

}  // namespace workbench
