#include "protocol/cache_hint.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "json/lookup.hpp"

namespace workbench::protocol {

using std::chrono::milliseconds;

milliseconds meaning_of_ttl(const Json& ttl) {
  double number = 0;
  const std::string_view text = ttl.text();
  const bool is_number = ttl.kind() == JsonKind::number &&
                         std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  if (!is_number || number <= 0) return milliseconds(0);
  const auto max = static_cast<double>(CacheHint::kMaxTtl.count());
  return milliseconds(static_cast<milliseconds::rep>(std::min(number, max)));
}

milliseconds CacheHint::left(Clock::time_point now) const {
  const auto age = std::chrono::duration_cast<milliseconds>(now - received);
  return std::clamp(ttl - age, milliseconds(0), ttl);
}

std::optional<CacheHint> read_cache_hint(const Json& result) {
  constexpr std::array<std::string_view, 2> kNames{"ttlMs", "cacheScope"};
  std::array<Json, 2> found;
  json::pick_members(result, kNames, found);
  if (found[0].is_absent()) return std::nullopt;
  return CacheHint{meaning_of_ttl(found[0]), json::characters(found[1]) == "public", CacheHint::Clock::now()};
}

CacheHint least_of(const CacheHint& one, const CacheHint& other) {
  const auto now = CacheHint::Clock::now();
  return {std::min(one.left(now), other.left(now)), one.is_public && other.is_public, now};
}

void write_cache_hint(JsonWriter& writer, const CacheHint& hint) {
  writer.member("ttlMs", hint.left(CacheHint::Clock::now()).count());
  writer.member("cacheScope", hint.is_public ? "public" : "private");
}

}  // namespace workbench::protocol
