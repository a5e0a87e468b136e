#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "json/changes.hpp"
#include "json/lookup.hpp"

namespace workbench::protocol {

/// The change of a value that clients would refuse, and can do without.
[[nodiscard]] inline json::Change left_out() {
  return std::string();
}

/// A value that is left out unless it is of this kind.
template <JsonKind kind>
[[nodiscard]] json::Change only(const Json& value) {
  return value.kind() == kind ? json::Change() : left_out();
}

[[nodiscard]] inline bool is_string_member(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  return value.kind() == JsonKind::string;
}

/// A text that says what a value has: its characters, or its JSON; null says nothing.
[[nodiscard]] std::string said_by(const Json& value);

/// A block of content, or the contents of a resource, without values that the schema does not allow in members that may
/// be left out: `annotations` (and in them), `_meta`, `mimeType`, `title`, `description`, `icons`, `size`. Many servers
/// write null in place of a member that is not there.
[[nodiscard]] json::Change with_valid_options(const Json& block);

}  // namespace workbench::protocol
