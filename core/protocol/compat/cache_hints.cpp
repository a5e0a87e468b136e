#include "protocol/compat/cache_hints.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

constexpr std::array<std::string_view, 6> kCacheable{
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"};

/// Digits that fit into the integers of every language, and into the fraction of a double.
constexpr std::size_t kMaxTtlDigits = 15;

}  // namespace

bool is_cacheable(std::string_view method) {
  return std::find(kCacheable.begin(), kCacheable.end(), method) != kCacheable.end();
}

bool is_ttl(const Json& ttl) {
  const std::string_view text = ttl.text();
  return !text.empty() && text.size() <= kMaxTtlDigits &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_cache_scope(const Json& scope) {
  const std::string name = json::characters(scope);
  return name == "public" || name == "private";
}

}  // namespace workbench::protocol
