#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "json/escape.hpp"  // IWYU pragma: export
#include "json/reader.hpp"

namespace workbench::json {

/// Picks members out of an object that has been checked before, by their decoded names: `found[i]` is the value of
/// `names[i]`, or absent; all are absent if `object` is not an object. Skips all other members without looking
/// into them. `found` has the size of `names`.
/// Returns the name that occurs more than once, if one of `names` does; `found` then has its first value.
std::optional<std::string_view> pick_members(const Json& object, std::span<const std::string_view> names,
                                             std::span<Json> found);

/// The value of one member, or absent. If there are duplicates, the first.
[[nodiscard]] Json member(const Json& object, std::string_view name);

/// The characters of one member, which is a string; empty if it is absent, or of another kind.
[[nodiscard]] std::string member_characters(const Json& object, std::string_view name);

/// The members of an object in the order in which they were written, keys decoded, duplicates included; none if it is
/// not an object.
[[nodiscard]] std::vector<JsonMember> members(const Json& object);

/// The elements of an array; none if it is not an array.
[[nodiscard]] std::vector<Json> elements(const Json& array);

/// The members of a checked object but for those whose decoded name `is_left_out` accepts, as
/// `"key":value,"key":value`, each to the byte; empty if `object` is not an object.
template <typename Predicate>
[[nodiscard]] std::string members_without(const Json& object, Predicate is_left_out) {
  std::string text;
  for (MemberReader member(object.text()); member.next();) {
    const bool leaves_out =
        member.key().escaped ? is_left_out(std::string_view(member.key().decoded())) : is_left_out(member.key().text);
    if (leaves_out) continue;
    if (!text.empty()) text += ',';
    text.append("\"").append(member.key().text).append("\":").append(member.value());
  }
  return text;
}

}  // namespace workbench::json
