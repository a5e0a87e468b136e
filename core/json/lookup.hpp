#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <workbench/json.hpp>

#include "json/escape.hpp"  // IWYU pragma: export

namespace workbench::json {

/// Picks members out of an object that has been checked before, by their decoded names: `found[i]` is the value of
/// `names[i]`, or absent; all are absent if `object` is not an object. Skips what it is not asked for without looking
/// into it. `found` has the size of `names`.
/// Returns the name that occurs more than once, if one of `names` does; `found` then has its first value.
std::optional<std::string_view> pick_members(const Json& object, std::span<const std::string_view> names,
                                             std::span<Json> found);

/// The value of one member, or absent. Of duplicates, the first.
[[nodiscard]] Json member(const Json& object, std::string_view name);

}  // namespace workbench::json
