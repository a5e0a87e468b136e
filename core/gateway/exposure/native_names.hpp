#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// What every host accepts in a name: the models' APIs refuse the whole request for one tool with another name. See
/// also schema_repair/native_definition.hpp for what they refuse in its definition.
inline constexpr std::size_t kMaxNativeName = 64;
[[nodiscard]] constexpr bool is_native_character(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '-';
}

/// Gemini's API refuses a name that begins with a digit or `-`. Many hosts put a prefix before it, but not all.
[[nodiscard]] constexpr bool may_begin_native_name(char byte) {
  return is_native_character(byte) && byte != '-' && !(byte >= '0' && byte <= '9');
}
/// Whether the APIs of all models accept the name.
[[nodiscard]] bool is_native_name(std::string_view name);

/// `name` with `_` for every character that is refused.
[[nodiscard]] std::string with_native_characters(std::string name);

/// The name under which a tool is registered natively, pinned or in dynamic mode: TOOLBOX__SERVER__TOOL. A name with
/// characters that are refused, or refused at its beginning, or longer than `max_bytes` or than all hosts accept, is
/// changed and ends in a fingerprint of the whole (with_fingerprint()), so that it is the same at any time and in any
/// process. The contract of these names knows no such change: core/decisions/0064 says why there is one.
[[nodiscard]] std::string registered_name(const ToolIdentifier& tool, std::optional<std::size_t> max_bytes);

/// Whether the name ends like one that was changed.
[[nodiscard]] bool has_fingerprint(std::string_view name);

/// The parts of a registered name that was not changed: split at its first two `__`, so that the tool's own name may
/// hold more of them. Absent: it has fewer parts, or an empty one.
[[nodiscard]] std::optional<ToolIdentifier> split_registered_name(std::string_view name);

/// `shown`, which may have no toolbox or no server, as TOOLBOX__SERVER__TOOL within `max_bytes`, with eight hexadecimal
/// digits at its end that depend on nothing but `tool` and `attempt`. Characters that are refused are replaced, and one
/// that is refused at the beginning gets a `_` before it. What is
/// too long is cut from the names of toolbox and server, so that the tool's own name, by which a model chooses, is
/// whole as long as there is room for it.
[[nodiscard]] std::string with_fingerprint(const ToolIdentifier& shown, const ToolIdentifier& tool,
                                           std::size_t max_bytes, unsigned attempt = 0);

}  // namespace workbench::gateway
