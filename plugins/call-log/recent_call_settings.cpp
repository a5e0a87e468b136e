#include "recent_call_settings.hpp"

#include <cstdint>
#include <string>

namespace workbench::call_log {
namespace {

constexpr std::int64_t kDefaultCalls = 10'000;
constexpr std::int64_t kMostCalls = 100'000;
constexpr std::int64_t kDefaultBytes = 16 * 1024 * 1024;
constexpr std::int64_t kLeastBytes = 64 * 1024;
constexpr std::int64_t kMostBytes = 1024 * 1024 * 1024;

void require_range(const Options& options, const char* name, std::int64_t least, std::int64_t most,
                   std::vector<OptionError>& errors) {
  const std::int64_t value = options.number(name, least);
  if (value >= least && value <= most) return;
  errors.push_back({name, std::to_string(value) + " is out of range; it must be from " + std::to_string(least) +
                              " to " + std::to_string(most)});
}

}  // namespace

RecentCallSettings RecentCallSettings::from(const Options& options) {
  return {static_cast<std::size_t>(options.number("records", kDefaultCalls)),
          static_cast<std::size_t>(options.number("bytes", kDefaultBytes))};
}

std::vector<OptionDescription> RecentCallSettings::descriptions() {
  using enum OptionType;
  return {{"records", number, false, "How many calls are kept in memory; 0: none; 10000."},
          {"bytes", number, false, "How many bytes of memory they may take; 16777216 (16 MiB)."}};
}

std::vector<OptionError> RecentCallSettings::check(const Options& options) {
  std::vector<OptionError> errors;
  require_range(options, "records", 0, kMostCalls, errors);
  require_range(options, "bytes", kLeastBytes, kMostBytes, errors);
  return errors;
}

}  // namespace workbench::call_log
