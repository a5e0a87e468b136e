#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::call_log {

/// The day of the first use that still counts, if `today` is the last one.
[[nodiscard]] std::string first_day_of(std::chrono::system_clock::time_point today);

/// How often tools were used, on each day of UTC ("2026-11-27"). Not tied to a thread.
class ToolUses {
 public:
  struct Tool {
    std::string toolbox;
    std::string server;
    std::string tool;
    [[nodiscard]] auto operator<=>(const Tool&) const = default;
  };

  static constexpr std::size_t kMaxTools = 10'000;
  static constexpr int kDays = 30;

  [[nodiscard]] bool empty() const { return tools_.empty(); }
  [[nodiscard]] std::size_t size() const { return tools_.size(); }

  void add(Tool tool, const std::string& day, std::uint64_t calls);
  /// Adds all of `other`; the earlier of both first days stays.
  void add(const ToolUses& other);

  /// Removes what was before `first_day`, and of more than kMaxTools those that were used least recently. The first day
  /// on record is `first_day` at the earliest; if there is none, it becomes `today`.
  void limit(const std::string& first_day, const std::string& today);

  /// For a file; see read().
  [[nodiscard]] Json to_file() const;
  /// The text of what to_file() has made. protocol: it is something else.
  [[nodiscard]] static Result<ToolUses> read(std::string file, const JsonAccess& json);

  /// As RecentCalls::tool_uses() has it.
  [[nodiscard]] Json report() const;

 private:
  void drop_least_recent(std::size_t count);

  using Days = std::map<std::string, std::uint64_t>;

  std::string since_;  // the first day on record; empty: none yet
  std::map<Tool, Days> tools_;
};

}  // namespace workbench::call_log
