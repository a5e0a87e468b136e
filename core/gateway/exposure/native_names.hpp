#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// What every host accepts in a name: the models' APIs refuse the whole request for one tool with another name.
inline constexpr std::size_t kMaxNativeName = 64;
[[nodiscard]] constexpr bool is_native_character(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '-';
}

/// `name` with `_` for every character that is refused.
[[nodiscard]] std::string with_native_characters(std::string name);

/// The name under which a tool is registered natively, pinned or in dynamic mode: TOOLBOX__SERVER__TOOL. A name with
/// characters that are refused, or longer than `max_bytes` or than all hosts accept, is changed and ends in a
/// fingerprint of the whole, so that it is the same at any time and in any process.
[[nodiscard]] std::string registered_name(const ToolIdentifier& tool, std::optional<std::size_t> max_bytes);

/// Whether the name ends like one that was changed.
[[nodiscard]] bool has_fingerprint(std::string_view name);

/// The parts of a registered name that was not changed: split at its first two `__`, so that the tool's own name may
/// hold more of them. Absent: it has fewer parts, or an empty one.
[[nodiscard]] std::optional<ToolIdentifier> split_registered_name(std::string_view name);

/// `name` cut to `max_bytes` at a character's border, with eight hexadecimal digits at its end that depend on nothing
/// but the tool and `attempt`.
[[nodiscard]] std::string with_fingerprint(std::string_view name, const ToolIdentifier& tool, std::size_t max_bytes,
                                           unsigned attempt = 0);

}  // namespace workbench::gateway
