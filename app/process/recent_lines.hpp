#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>

namespace workbench::app {

/// A line of the log, as it was written.
struct RecentLine {
  std::chrono::system_clock::time_point time;
  LogLevel level = LogLevel::information;
  std::string text;  ///< hidden characters are written out
};

/// The last lines of the log by their source, so that a person can be shown what the log said of one server. When there
/// is too much, the oldest lines of the source are forgotten, and then those of the source that has been silent for
/// longest. [any thread]
class RecentLines {
 public:
  static constexpr std::size_t kMaxLines = 200;        ///< of one source
  static constexpr std::size_t kMaxBytes = 64 * 1024;  ///< the same, of the texts
  static constexpr std::size_t kMaxSources = 300;      ///< of all
  static constexpr std::size_t kMaxAllBytes = 4 * 1024 * 1024;

  void add(std::string_view source, RecentLine line);

  /// The last `limit` lines of `source`, the newest last.
  [[nodiscard]] std::vector<RecentLine> of(std::string_view source, std::size_t limit) const;

 private:
  struct Source {
    std::string name;
    std::deque<RecentLine> lines;
    std::size_t bytes = 0;
  };
  using Sources = std::list<Source>;

  Source& find_or_add(std::string_view name);
  void forget_oldest(Sources::iterator source);

  mutable std::mutex mutex_;
  Sources sources_;  // the one that has logged last is the first; none is empty
  std::map<std::string, Sources::iterator, std::less<>> by_name_;
  std::size_t bytes_ = 0;
};

}  // namespace workbench::app
