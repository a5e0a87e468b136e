#include "traces.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace workbench::traces {
namespace {

constexpr std::size_t kDigitsPerNumber = 16;

std::mt19937_64 seeded() {
  std::random_device device;
  std::seed_seq seed{device(), device(), device(), device(), device(), device(), device(), device()};
  return std::mt19937_64(seed);
}

std::string digits_of(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(kDigitsPerNumber, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4U) *digit = kDigits[number & 15U];
  return text;
}

}  // namespace

Traces::Traces(Host& host, const ExportSettings& settings, std::unique_ptr<http::Poster> poster)
    : sampling_(settings.sampling),
      random_(seeded()),
      exporter_(host, settings, std::move(poster)),
      metrics_(host.add_metrics([this](MetricsWriter& writer) { write_metrics(writer); })) {}

/// Not 0 in all digits, which is not an id.
std::string Traces::random_digits(std::size_t count) {
  std::string text;
  while (text.size() < count) {
    const std::uint64_t number = random_();
    if (number != 0) text += digits_of(number);
  }
  return text;
}

TraceParent Traces::child_of(const std::optional<TraceParent>& parent) {
  TraceParent child{parent ? parent->trace : random_digits(kTraceDigits), random_digits(kSpanDigits), false};
  child.is_sampled = sampling_.records(child.trace, parent ? std::optional(parent->is_sampled) : std::nullopt);
  return child;
}

// "If the vendor failed to parse traceparent, it MUST NOT attempt to parse tracestate" (W3C Trace Context).
TraceContext Traces::begin(const TraceContext& parent) noexcept {
  try {
    const auto parsed = parse_traceparent(parent.traceparent);
    const bool passes_state = parsed && may_pass_on(parent.tracestate);
    return {text_of(child_of(parsed)), passes_state ? parent.tracestate : std::string()};
  } catch (...) {  // out of memory
    return {};
  }
}

void Traces::end(SpanRecord record) noexcept {
  if (record.context.traceparent.ends_with('1')) exporter_.add(std::move(record));
}

void Traces::write_metrics(MetricsWriter& writer) const {
  const SpanTally::Counts counts = exporter_.counts();
  writer.family("mcp_workbench_spans_total", MetricType::counter,
                "Spans of traces: exported; dropped, because there was no room for them; or failed, because the "
                "collector could not be reached or refused them.");
  const auto write = [&writer](std::string_view outcome, std::uint64_t count) {
    writer.sample({{"outcome", outcome}}, static_cast<double>(count));
  };
  write("exported", counts.exported);
  write("dropped", counts.dropped);
  write("failed", counts.failed);
}

}  // namespace workbench::traces
