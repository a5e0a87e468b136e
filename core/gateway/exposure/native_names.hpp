#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// The name under which a tool is registered natively in dynamic mode: TOOLBOX__SERVER__TOOL. A name longer than
/// `max_bytes` is cut and ends in a fingerprint of the whole, so that it is the same at any time and in any process.
[[nodiscard]] std::string registered_name(const ToolIdentifier& tool, std::optional<std::size_t> max_bytes);

/// The parts of a registered name that was not cut: split at its first two `__`, so that the tool's own name may hold
/// more of them. Absent: it has fewer parts, or an empty one.
[[nodiscard]] std::optional<ToolIdentifier> split_registered_name(std::string_view name);

/// `name` cut to `max_bytes` at a character's border, with eight hexadecimal digits at its end that depend on nothing
/// but the tool and `attempt`.
[[nodiscard]] std::string with_fingerprint(std::string_view name, const ToolIdentifier& tool, std::size_t max_bytes,
                                           unsigned attempt = 0);

}  // namespace workbench::gateway
