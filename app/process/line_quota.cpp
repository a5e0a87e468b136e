#include "process/line_quota.hpp"

#include <algorithm>
#include <utility>

namespace workbench::app {

LineQuota::Decision LineQuota::decide(std::string_view source, Clock::time_point now) {
  auto found = sources_.find(source);
  if (found == sources_.end()) {
    const std::string_view key = sources_.size() < kMaxSources ? source : std::string_view("other sources");
    found = sources_.try_emplace(std::string(key), Used{kBurst, now, 0}).first;
  }
  Used& used = found->second;
  const double seconds = std::chrono::duration<double>(now - used.refilled).count();
  used.left = std::min<double>(kBurst, used.left + seconds * kPerSecond);
  used.refilled = now;
  // Each gap costs two lines of its own, the one that begins it and the report at its end. So there is one in a second,
  // not one after each line.
  const double needed = used.left_out == 0 ? 1.0 : double{kPerSecond};
  if (used.left >= needed) {
    used.left -= 1;
    return {Verdict::admitted, std::exchange(used.left_out, 0)};
  }
  return {used.left_out++ == 0 ? Verdict::first_left_out : Verdict::left_out, 0};
}

std::map<std::string, std::uint64_t> LineQuota::left_out() const {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [source, used] : sources_) {
    if (used.left_out > 0) counts.emplace(source, used.left_out);
  }
  return counts;
}

}  // namespace workbench::app
