#pragma once

#include <optional>
#include <string>

namespace workbench::lock {

/// Whether the form is what the specification has for `icons`, an array of Icon objects, and nothing besides: clients
/// show it, and models do not read it. Absent: there are none, which it has, too.
[[nodiscard]] bool is_icon_list(const std::optional<std::string>& form);

}  // namespace workbench::lock
