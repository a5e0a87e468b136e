#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::traces {

// The notation of W3C Trace Context (https://www.w3.org/TR/trace-context/). [any thread]

inline constexpr std::size_t kTraceDigits = 32;
inline constexpr std::size_t kSpanDigits = 16;

/// A `traceparent`: a span of a trace.
struct TraceParent {
  std::string trace;        ///< 32 hexadecimal digits in lower case, not all of them 0
  std::string span;         ///< 16 of them
  bool is_sampled = false;  ///< its sender may have recorded it

  friend bool operator==(const TraceParent&, const TraceParent&) = default;
};

/// Absent: it is not valid, and then the trace begins here ("4.3 Mutating the traceparent Field").
[[nodiscard]] std::optional<TraceParent> parse_traceparent(std::string_view text);

[[nodiscard]] std::string text_of(const TraceParent& parent);

/// Whether a `tracestate` may be passed on: at most 512 printable characters, as every vendor must be able to
/// propagate.
[[nodiscard]] bool may_pass_on(std::string_view tracestate);

}  // namespace workbench::traces
