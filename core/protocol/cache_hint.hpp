#pragma once

#include <chrono>
#include <optional>

#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>

namespace workbench::protocol {

/// For how long a result may be kept, and for whom (CacheableResult, "server/utilities/caching"). Without anything
/// else: not at all, and for its client alone.
struct CacheHint {
  using Clock = std::chrono::steady_clock;

  /// As much as is believed and stated; other implementations do not go further either.
  static constexpr std::chrono::milliseconds kMaxTtl = std::chrono::hours(24);

  std::chrono::milliseconds ttl{0};  ///< since `received`; at most kMaxTtl
  bool is_public = false;            ///< for every client, of whatever principal
  Clock::time_point received = {};

  /// What is left of `ttl`.
  [[nodiscard]] std::chrono::milliseconds left(Clock::time_point now) const;
};

/// The time that a `ttlMs` means: "an integer >= 0", or another number, which can mean only one thing. 0: it means
/// nothing. At most kMaxTtl.
[[nodiscard]] std::chrono::milliseconds meaning_of_ttl(const Json& ttl);

/// The hint in a server's result that has just arrived. A `ttlMs` that the schema does not allow is 0, and so is any
/// `cacheScope` but "public" private. Absent: the server does not say, as servers of the legacy era.
[[nodiscard]] std::optional<CacheHint> read_cache_hint(const Json& result);

/// The hint for what is made of both: the shorter time that is left, and public only if both are.
[[nodiscard]] CacheHint least_of(const CacheHint& one, const CacheHint& other);

/// Writes `ttlMs` and `cacheScope`, as they are now, into an object.
void write_cache_hint(JsonWriter& writer, const CacheHint& hint);

}  // namespace workbench::protocol
