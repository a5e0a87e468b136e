#include "config/toolboxes_file/foreign_time.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/ascii.hpp"
#include "config/config_file.hpp"
#include "config/toolboxes_file/value_ranges.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kBlanksOfTime = " \t";
constexpr double kPerSecond = 1'000;
constexpr double kPerMinute = 60 * kPerSecond;
constexpr double kPerHour = 60 * kPerMinute;
constexpr double kLongest = static_cast<double>(kMaxTimeLimitMs);
/// In an unknown unit, smaller numbers are seconds.
constexpr double kFirstOfMilliseconds = 1'000;

struct WrittenUnit {
  std::string_view name;
  double milliseconds;
};

constexpr std::array<WrittenUnit, 18> kWrittenUnits{{{"ms", 1},
                                                     {"msec", 1},
                                                     {"millisecond", 1},
                                                     {"milliseconds", 1},
                                                     {"s", kPerSecond},
                                                     {"sec", kPerSecond},
                                                     {"secs", kPerSecond},
                                                     {"second", kPerSecond},
                                                     {"seconds", kPerSecond},
                                                     {"m", kPerMinute},
                                                     {"min", kPerMinute},
                                                     {"mins", kPerMinute},
                                                     {"minute", kPerMinute},
                                                     {"minutes", kPerMinute},
                                                     {"h", kPerHour},
                                                     {"hr", kPerHour},
                                                     {"hour", kPerHour},
                                                     {"hours", kPerHour}}};

ForeignTime in_milliseconds(double milliseconds, std::string reason) {
  if (milliseconds > kLongest) return {kMaxTimeLimitMs, "a day is the longest time limit here"};
  return {std::max(std::int64_t{1}, static_cast<std::int64_t>(std::round(milliseconds))), std::move(reason)};
}

ForeignTime with_unit(double number, std::string_view written, TimeUnit unit) {
  if (unit == TimeUnit::seconds) return in_milliseconds(number * kPerSecond, {});
  if (unit == TimeUnit::milliseconds || number >= kFirstOfMilliseconds) return in_milliseconds(number, {});
  return in_milliseconds(number * kPerSecond,
                         "its unit is not known, and " + std::string(written) + " ms is too short for a time limit");
}

}  // namespace

std::optional<ForeignTime> read_foreign_time(std::string_view text, TimeUnit unit) {
  text = trimmed(text, kBlanksOfTime);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  const std::string_view written = text.substr(0, static_cast<std::size_t>(end - text.data()));
  const std::string name = base::ascii_lower(trimmed(text.substr(written.size()), kBlanksOfTime));
  const auto named = std::find_if(kWrittenUnits.begin(), kWrittenUnits.end(),
                                  [&](const WrittenUnit& one) { return one.name == name; });
  if (named == kWrittenUnits.end() && !name.empty()) return std::nullopt;
  if (number <= 0) return ForeignTime{kMaxTimeLimitMs, "it means no limit, and a day is the longest time limit here"};
  return named == kWrittenUnits.end() ? with_unit(number, written, unit)
                                      : in_milliseconds(number * named->milliseconds, {});
}

}  // namespace workbench::config
