#pragma once

#include <string_view>

#include "lock/json_tape.hpp"

namespace workbench::lock {

/// Whether what a server lists is what the lock file has, up to spelling and order (differences()), and texts match
/// their patterns. Allocates nothing unless texts have escapes or several lines. A key that occurs twice is only the
/// same if it does in both, with the same values. [any thread]
[[nodiscard]] bool is_same(JsonTape::Value locked, JsonTape::Value listed, std::string_view key = {});

}  // namespace workbench::lock
