#pragma once

#include <memory>
#include <random>

#include <workbench/host.hpp>
#include <workbench/trace_sink.hpp>

#include "export_settings.hpp"
#include "span_exporter.hpp"
#include "trace_parent.hpp"

namespace workbench::traces {

/// The sink of spans: makes their ids, decides which are recorded, and has them sent. [loop thread]
class Traces final : public TraceSink {
 public:
  /// `host` must outlive it.
  Traces(Host& host, const ExportSettings& settings, std::unique_ptr<http::Poster> poster);

  // TraceSink
  [[nodiscard]] TraceContext begin(const TraceContext& parent) noexcept override;
  void end(SpanRecord record) noexcept override;

 private:
  [[nodiscard]] TraceParent child_of(const std::optional<TraceParent>& parent);
  [[nodiscard]] std::string random_digits(std::size_t count);
  void write_metrics(MetricsWriter& writer) const;

  const Sampling sampling_;
  std::mt19937_64 random_;  // ids have to be unique, and are not secrets
  SpanExporter exporter_;
  const std::unique_ptr<EventLoop::Subscription> metrics_;
};

}  // namespace workbench::traces
