#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace workbench {

/// What the values of a family mean, in the words of Prometheus.
enum class MetricType {
  counter,    ///< only increases, starting at 0 with each process; its name ends with `_total`
  gauge,      ///< the value at the moment of the scrape
  histogram,  ///< how many observations were at most as large as each of some bounds, and the sum of all
};

/// Every family has a name that begins with this.
inline constexpr std::string_view kMetricPrefix = "mcp_workbench_";

/// The media type of what Host::metrics() returns.
inline constexpr std::string_view kMetricsMediaType = "text/plain; version=0.0.4; charset=utf-8";

/// A label of a sample. The name is [a-zA-Z_][a-zA-Z0-9_]*, and neither begins with `__` nor is `le`. The value is any
/// text, which the host escapes; bytes that are not UTF-8 are replaced.
struct MetricLabel {
  std::string_view name;
  std::string_view value;
};

/// The observations of one histogram. The host writes its buckets with the sums of the counts, as the format has them.
struct MetricHistogram {
  std::span<const double> bounds;         ///< the upper bounds (inclusive) of the buckets, ascending, without +Inf
  std::span<const std::uint64_t> counts;  ///< in each bucket alone; one more than the bounds, for what is above them
  double sum = 0;                         ///< of all observed values
};

/// Receives the figures of one collector (Host::add_metrics()). Its arguments need not outlive the call. A call that
/// breaks a rule of this header throws std::invalid_argument, which ends the collector's part of this scrape; what it
/// has written before stays. [loop thread]
class MetricsWriter {
 public:
  using Labels = std::vector<MetricLabel>;

  /// Begins a family, to which the samples belong that follow. Several collectors may write to a family of the same
  /// name and type; the first `help` is used. `help` is one sentence.
  virtual void family(std::string_view name, MetricType type, std::string_view help) = 0;

  /// Adds the sample of a counter or a gauge. Each set of label values occurs once in its family.
  virtual void sample(const Labels& labels, double value) = 0;

  /// The same for a histogram.
  virtual void histogram(const Labels& labels, const MetricHistogram& histogram) = 0;

 protected:
  ~MetricsWriter() = default;
};

}  // namespace workbench
