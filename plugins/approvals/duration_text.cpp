#include "duration_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace workbench::approvals {
namespace {

struct DurationUnit {
  std::string_view name;
  std::int64_t milliseconds;
};
constexpr std::array kDurationUnits = {DurationUnit{"h", 3'600'000}, DurationUnit{"m", 60'000},
                                       DurationUnit{"s", 1'000}, DurationUnit{"ms", 1}, DurationUnit{"", 1}};
constexpr std::int64_t kMaxMilliseconds = 365LL * 24 * 3'600'000;

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
  const auto unit = std::find_if(kDurationUnits.begin(), kDurationUnits.end(),
                                 [name](const DurationUnit& one) { return one.name == name; });
  if (unit == kDurationUnits.end() || number > kMaxMilliseconds / unit->milliseconds) return std::nullopt;
  return std::chrono::milliseconds(number * unit->milliseconds);
}

std::string duration_text(std::chrono::milliseconds duration) {
  const auto unit = std::find_if(kDurationUnits.begin(), kDurationUnits.end(), [duration](const DurationUnit& one) {
    return duration.count() >= one.milliseconds && duration.count() % one.milliseconds == 0;
  });
  if (unit == kDurationUnits.end()) return "0 ms";
  return std::to_string(duration.count() / unit->milliseconds).append(" ").append(unit->name);
}

}  // namespace workbench::approvals
