#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>

namespace workbench::protocol {

/// The members of `object` but for those that `is_left_out` names, as `"key":value,"key":value`; empty if `object` is
/// no object.
template <typename Predicate>
[[nodiscard]] std::string members_without(const JsonAccess& json, const Json& object, Predicate is_left_out) {
  std::string text;
  const auto members = json.members(object);
  if (!members) return text;
  for (const JsonMember& member : *members) {
    if (is_left_out(std::string_view(member.key))) continue;
    if (!text.empty()) text += ',';
    text.append(json.quoted(member.key)).append(":").append(member.value.text());
  }
  return text;
}

/// A result of a modern server for a client that opened with a handshake: without what such a client has
/// never heard of (`resultType`, `ttlMs`, `cacheScope`, the server's name in `_meta`). The very same value if there is
/// nothing of that in it.
[[nodiscard]] Json for_legacy_client(const Json& result, const JsonAccess& json);

/// What a modern server answers with when it needs to know more first (InputRequiredResult,
/// "basic/patterns/mrtr").
struct InputRequired {
  std::vector<std::pair<std::string, InputRequest>> input_requests;  ///< with the server's keys
  Json request_state;  ///< a JSON string, to be sent back to the byte; or absent
};

/// Absent: the result is a complete one.
[[nodiscard]] std::optional<InputRequired> read_input_required(const Json& result, const JsonAccess& json);

}  // namespace workbench::protocol
