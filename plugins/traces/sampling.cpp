#include "sampling.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>

namespace workbench::traces {
namespace {

constexpr std::string_view kFollowing = "parentbased_";

/// The random part of a trace id ("the rightmost 7 bytes", W3C Trace Context Level 2), and the number of its values.
constexpr std::size_t kRandomDigits = 14;
constexpr auto kRandomValues = static_cast<double>(std::uint64_t{1} << 56U);

double ratio_of(const std::string& argument) {
  double ratio = 1;
  const char* const end = argument.data() + argument.size();
  const auto [stop, error] = std::from_chars(argument.data(), end, ratio);
  const bool is_valid = error == std::errc() && stop == end && ratio >= 0 && ratio <= 1;
  return is_valid ? ratio : 1;
}

std::uint64_t random_part(std::string_view trace) {
  std::uint64_t value = 0;
  const std::string_view digits = trace.substr(trace.size() - kRandomDigits);
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

}  // namespace

// The same ids are recorded by every process with this ratio, and with a greater one.
bool Sampling::records(std::string_view trace, std::optional<bool> parent) const {
  if (follows_parent && parent) return *parent;
  return random_part(trace) >= static_cast<std::uint64_t>((1 - ratio) * kRandomValues);
}

std::optional<Sampling> parse_sampling(std::string_view name, const std::string& argument) {
  Sampling sampling;
  sampling.follows_parent = name.starts_with(kFollowing);
  if (sampling.follows_parent) name.remove_prefix(kFollowing.size());
  if (name == "always_on") return sampling;
  if (name != "always_off" && name != "traceidratio") return std::nullopt;
  sampling.ratio = name == "always_off" ? 0 : ratio_of(argument);
  return sampling;
}

}  // namespace workbench::traces
