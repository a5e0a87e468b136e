#pragma once

#include <workbench/json.hpp>

#include "content_digest.hpp"

namespace workbench::approvals {

/// The digest of what a JSON value says, which two values share if and only if they differ at most in the order of
/// keys, in white space and in escapes. Numbers are compared by their text (1 and 1.0 differ), keys that occur twice by
/// their order. An absent value has the digest of `{}`.
[[nodiscard]] ContentDigest json_digest(const Json& value);

}  // namespace workbench::approvals
