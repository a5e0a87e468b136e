#include "config/settings/setting_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "base/ascii.hpp"
#include "config/config_file.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kValueBlanks = " \t";

struct Unit {
  std::string_view name;
  std::uint64_t size;
};

constexpr std::array kByteUnits = {
    Unit{"GiB", std::uint64_t{1} << 30},
    Unit{"MiB", std::uint64_t{1} << 20},
    Unit{"KiB", std::uint64_t{1} << 10},
    Unit{"GB", 1'000'000'000},
    Unit{"MB", 1'000'000},
    Unit{"kB", 1'000},
    Unit{"bytes", 1},  // as show_bytes() writes it
};
constexpr std::array kTimeUnits = {Unit{"h", 3'600'000}, Unit{"m", 60'000}, Unit{"s", 1'000}, Unit{"ms", 1}};

Error fault(std::string what) {
  return {ErrorKind::invalid_argument, std::move(what)};
}

bool same_word(std::string_view a, std::string_view b) {
  return base::ascii_lower(a) == base::ascii_lower(b);
}

/// The number with its unit, or nothing. A number that overflows becomes the largest one, which no range admits.
std::optional<std::uint64_t> number_with_unit(std::string_view text, std::span<const Unit> units) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument) return std::nullopt;
  const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())), kValueBlanks);
  std::uint64_t size = 1;
  if (!unit.empty()) {
    const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return same_word(u.name, unit); });
    if (found == units.end()) return std::nullopt;
    size = found->size;
  }
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  return error == std::errc::result_out_of_range || number > kMax / size ? kMax : number * size;
}

std::string with_largest_unit(std::uint64_t number, std::span<const Unit> units, std::string_view plain_unit) {
  for (const Unit& unit : units) {
    if (number != 0 && number % unit.size == 0)
      return std::to_string(number / unit.size) + " " + std::string(unit.name);
  }
  return std::to_string(number) + " " + std::string(plain_unit);
}

}  // namespace

Result<std::uint64_t> parse_bytes(std::string_view text) {
  if (const auto bytes = number_with_unit(text, kByteUnits)) return *bytes;
  return fault("is not a number of bytes; write for example 1048576, 512 KiB or 64 MB");
}

Result<std::uint64_t> parse_milliseconds(std::string_view text) {
  if (const auto milliseconds = number_with_unit(text, kTimeUnits)) return *milliseconds;
  return fault("is not a duration; write for example 500 (milliseconds), 500ms, 2s, 1m or 1h");
}

Result<std::uint64_t> parse_count(std::string_view text) {
  if (const auto count = number_with_unit(text, {})) return *count;
  return fault("is not a whole number; write digits only");
}

Result<LogLevel> parse_log_level(std::string_view text) {
  struct Named {
    std::string_view name;
    LogLevel level;
  };
  constexpr std::array kLevels = {
      Named{"error", LogLevel::error},
      Named{"warning", LogLevel::warning},
      Named{"warn", LogLevel::warning},
      Named{"info", LogLevel::information},
      Named{"information", LogLevel::information},
      Named{"debug", LogLevel::debug},
      Named{"trace", LogLevel::trace},
  };
  for (const Named& named : kLevels) {
    if (same_word(named.name, text)) return named.level;
  }
  return fault("is not a log level; choose error, warning, information, debug or trace");
}

Result<std::vector<std::string>> parse_list(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (trimmed(text, kValueBlanks).empty()) return parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    std::string part(trimmed(text.substr(begin, end - begin), kValueBlanks));
    if (part.empty()) {
      return fault(std::string("contains an empty element; remove the \"") + separator + "\", or add what is missing");
    }
    if (std::find(parts.begin(), parts.end(), part) != parts.end()) {
      return fault("contains an element twice; remove one");
    }
    parts.push_back(std::move(part));
    begin = end + 1;
  }
  return parts;
}

std::string show_bytes(std::uint64_t bytes) {
  return with_largest_unit(bytes, std::span(kByteUnits).first(3), "bytes");
}

std::string show_milliseconds(std::uint64_t milliseconds) {
  return with_largest_unit(milliseconds, kTimeUnits, "ms");
}

}  // namespace workbench::config
