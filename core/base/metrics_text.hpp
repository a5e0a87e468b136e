#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>

#include <workbench/metrics.hpp>

namespace workbench::base {

/// Writes the text format of Prometheus, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format). "All lines for a given metric must
/// be provided as one single group": families of the same name are joined.
class MetricsText final : public MetricsWriter {
 public:
  /// What is written from now on is another collector's, which begins its own families.
  void begin_collector() { family_ = nullptr; }

  /// All families that have samples, in the order in which they were begun.
  [[nodiscard]] std::string text() const;

  // MetricsWriter
  void family(std::string_view name, MetricType type, std::string_view help) override;
  void sample(const Labels& labels, double value) override;
  void histogram(const Labels& labels, const MetricHistogram& histogram) override;

 private:
  struct Family {
    std::string name;
    MetricType type;
    std::string help;
    std::string samples;  // their lines
  };

  [[nodiscard]] Family& family_for(bool is_histogram) const;

  std::deque<Family> families_;
  std::map<std::string, Family*, std::less<>> by_name_;
  Family* family_ = nullptr;  // to which samples are added; null: the collector has begun none
};

}  // namespace workbench::base
