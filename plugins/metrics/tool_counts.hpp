#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>

#include <workbench/metrics.hpp>
#include <workbench/outcome_word.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::metrics {

/// The upper bounds of the latency histogram, in seconds. REFERENCE.md names them.
inline constexpr std::array<double, 14> kBounds{0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};

/// The calls of one tool since the start of the process.
class ToolCounts {
 public:
  explicit ToolCounts(ToolIdentifier tool) : tool_(std::move(tool)) {}

  [[nodiscard]] const ToolIdentifier& tool() const { return tool_; }

  /// `word` is one of kOutcomeWords.
  void record(std::string_view word, std::chrono::nanoseconds duration);

  // Samples of the family that was begun last.
  void write_calls(MetricsWriter& writer) const;
  void write_latencies(MetricsWriter& writer) const;

 private:
  const ToolIdentifier tool_;
  std::array<std::uint64_t, kOutcomeWords.size()> calls_{};    // by outcome
  std::array<std::uint64_t, kBounds.size() + 1> latencies_{};  // by bucket
  double seconds_ = 0;                                         // of all calls
};

/// The counts of all tools. Which tools are called is up to clients, so there is a limit: tools beyond it are
/// counted as one tool, `other` in all three parts of its name. Counts are never removed. [loop thread]
class AllToolCounts {
 public:
  explicit AllToolCounts(std::size_t max_tools) : max_tools_(max_tools) {}

  /// Null: this tool has no counts of its own yet. Valid as long as this object.
  [[nodiscard]] ToolCounts* find(const ToolIdentifier& tool) const;
  /// Made if there is room; otherwise the counts of `other`.
  [[nodiscard]] ToolCounts& find_or_make(const ToolIdentifier& tool);
  [[nodiscard]] ToolCounts& other() { return other_; }

  void write(MetricsWriter& writer) const;

 private:
  struct Hash {
    std::size_t operator()(const ToolIdentifier* tool) const;
  };
  struct Equal {
    bool operator()(const ToolIdentifier* one, const ToolIdentifier* two) const {
      return one->tool == two->tool && one->server == two->server && one->toolbox == two->toolbox;
    }
  };

  const std::size_t max_tools_;
  ToolCounts other_{{"other", "other", "other"}};
  std::unordered_map<const ToolIdentifier*, std::unique_ptr<ToolCounts>, Hash, Equal> by_tool_;  // keys: of the counts
};

}  // namespace workbench::metrics
