#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "workbench/json.hpp"

namespace workbench::jsonrpc {

/// Picks members out of an object that has been checked before, by their decoded names: `found[i]` is the value of
/// `names[i]`, or absent. Skips what it is not asked for without looking into it.
/// Returns the name that occurs more than once, if one of `names` does; `found` then has its first value.
std::optional<std::string_view> pick_members(const Json& object, std::span<const std::string_view> names,
                                             std::span<Json> found);

/// The value of one member, or absent. Of duplicates, the first.
[[nodiscard]] Json member(const Json& object, std::string_view name);

/// The characters of a checked JSON string, escapes decoded; empty when `string` is not one.
[[nodiscard]] std::string characters(const Json& string);

/// Appends `characters` as a JSON string with quotes; what is not valid UTF-8 becomes U+FFFD.
void append_quoted(std::string& out, std::string_view characters);
[[nodiscard]] std::string quoted(std::string_view characters);

/// The promise's JsonAccess, answered by the scanner.
[[nodiscard]] const JsonAccess& json_access();
/// The same with a depth limit of the caller's for JsonAccess::checked. The object lives as long as the process.
void set_json_access_depth(std::size_t max_depth);

}  // namespace workbench::jsonrpc
