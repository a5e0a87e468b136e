#include "tool_counts.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace workbench::metrics {
namespace {

std::size_t index_of(std::string_view word) {
  return static_cast<std::size_t>(std::find(kOutcomeWords.begin(), kOutcomeWords.end(), word) - kOutcomeWords.begin());
}

MetricsWriter::Labels labels_of(const ToolIdentifier& tool) {
  return {{"toolbox", tool.toolbox}, {"server", tool.server}, {"tool", tool.tool}};
}

}  // namespace

void ToolCounts::record(std::string_view word, std::chrono::nanoseconds duration) {
  const double seconds = std::chrono::duration<double>(duration).count();
  ++calls_.at(index_of(word));
  ++latencies_[static_cast<std::size_t>(std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin())];
  seconds_ += seconds;
}

void ToolCounts::write_calls(MetricsWriter& writer) const {
  for (std::size_t index = 0; index != kOutcomeWords.size(); ++index) {
    if (calls_[index] == 0) continue;
    MetricsWriter::Labels labels = labels_of(tool_);
    labels.push_back({"outcome", kOutcomeWords[index]});
    writer.sample(labels, static_cast<double>(calls_[index]));
  }
}

void ToolCounts::write_latencies(MetricsWriter& writer) const {
  const bool was_called = std::any_of(calls_.begin(), calls_.end(), [](std::uint64_t count) { return count > 0; });
  if (was_called) writer.histogram(labels_of(tool_), {kBounds, latencies_, seconds_});
}

std::size_t AllToolCounts::Hash::operator()(const ToolIdentifier* tool) const {
  const std::hash<std::string> hash;
  return (hash(tool->toolbox) * 31 + hash(tool->server)) * 31 + hash(tool->tool);
}

ToolCounts* AllToolCounts::find(const ToolIdentifier& tool) const {
  const auto found = by_tool_.find(&tool);
  return found == by_tool_.end() ? nullptr : found->second.get();
}

ToolCounts& AllToolCounts::find_or_make(const ToolIdentifier& tool) {
  if (ToolCounts* const found = find(tool)) return *found;
  if (by_tool_.size() >= max_tools_) return other_;
  auto made = std::make_unique<ToolCounts>(tool);
  const ToolIdentifier* const key = &made->tool();
  return *by_tool_.emplace(key, std::move(made)).first->second;
}

void AllToolCounts::write(MetricsWriter& writer) const {
  writer.family("mcp_workbench_tool_calls_total", MetricType::counter, "Tool calls that have ended, by outcome.");
  for (const auto& [tool, counts] : by_tool_) counts->write_calls(writer);
  other_.write_calls(writer);
  writer.family("mcp_workbench_tool_call_duration_seconds", MetricType::histogram,
                "The time from a tool call to its answer.");
  for (const auto& [tool, counts] : by_tool_) counts->write_latencies(writer);
  other_.write_latencies(writer);
}

}  // namespace workbench::metrics
