#include "process/recent_lines.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace workbench::app {

void RecentLines::add(std::string_view name, RecentLine line) {
  if (line.text.size() > kMaxBytes) line.text.resize(kMaxBytes);
  const std::lock_guard lock(mutex_);
  Source& source = find_or_add(name);
  source.bytes += line.text.size();
  bytes_ += line.text.size();
  source.lines.push_back(std::move(line));
  while (source.lines.size() > kMaxLines || source.bytes > kMaxBytes) forget_oldest(sources_.begin());
  while (bytes_ > kMaxAllBytes || sources_.size() > kMaxSources) forget_oldest(std::prev(sources_.end()));
}

std::vector<RecentLine> RecentLines::of(std::string_view name, std::size_t limit) const {
  const std::lock_guard lock(mutex_);
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return {};
  const std::deque<RecentLine>& lines = found->second->lines;
  const std::size_t count = std::min(limit, lines.size());
  return {lines.end() - static_cast<std::ptrdiff_t>(count), lines.end()};
}

/// It becomes the first.
RecentLines::Source& RecentLines::find_or_add(std::string_view name) {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) {
    sources_.splice(sources_.begin(), sources_, found->second);
  } else {
    sources_.push_front({std::string(name), {}, 0});
    by_name_.emplace(name, sources_.begin());
  }
  return sources_.front();
}

void RecentLines::forget_oldest(Sources::iterator source) {
  if (!source->lines.empty()) {  // it is if there was no memory for its first line
    const std::size_t bytes = source->lines.front().text.size();
    source->bytes -= bytes;
    bytes_ -= bytes;
    source->lines.pop_front();
  }
  if (!source->lines.empty()) return;
  by_name_.erase(source->name);
  sources_.erase(source);
}

}  // namespace workbench::app
