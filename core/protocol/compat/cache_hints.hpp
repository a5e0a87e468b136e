#pragma once

#include <string_view>

#include <workbench/json.hpp>

namespace workbench::protocol {

// `ttlMs` and `cacheScope` in the results of the modern era ("server/utilities/caching"): for how long a client may
// keep a result, and whether it is for this client alone.

/// Whether complete results of this method must have the hints, and no others have them.
[[nodiscard]] bool is_cacheable(std::string_view method);

/// Whether it is "an integer >= 0" that every client can read as one: digits alone, and not too many.
[[nodiscard]] bool is_ttl(const Json& ttl);

/// Whether it is "public" or "private".
[[nodiscard]] bool is_cache_scope(const Json& scope);

}  // namespace workbench::protocol
