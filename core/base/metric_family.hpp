#pragma once

#include <string_view>

#include <workbench/metrics.hpp>

namespace workbench::base {

/// A family of figures of the workbench itself: a row of docs/operate/metrics.md, which is generated from these.
struct MetricFamily {
  std::string_view name;
  MetricType type;
  std::string_view labels;  ///< their names, separated by commas; empty: it has none
  std::string_view help;    ///< one sentence

  /// Begins the family in a scrape.
  void begin(MetricsWriter& writer) const { writer.family(name, type, help); }
};

}  // namespace workbench::base
