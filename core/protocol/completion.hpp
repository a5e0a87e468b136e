#pragma once

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::protocol {

/// "Array of suggestions ... (max 100)" ("server/utilities/completion", Completion Results).
inline constexpr std::size_t kMaxCompletionValues = 100;

/// A server's result of `completion/complete` as the schema has it (CompleteResult), for clients that refuse anything
/// else. The same value if it is valid. Otherwise:
/// - the first kMaxCompletionValues values stay, and `hasMore` and `total` say that there are more;
/// - numbers and booleans among the values become texts, other values that are not texts are left out, and where an
///   array is required, an empty object or null is an empty one;
/// - `total` and `hasMore` of a wrong type are left out.
/// Error protocol: it has no completion.
[[nodiscard]] Result<Json> valid_completion(const Json& result);

}  // namespace workbench::protocol
