#pragma once

#include <string>

namespace workbench::approvals {

/// An id that cannot be guessed: 80 bits from the operating system, in 16 letters and digits that are easy to tell
/// apart. Throws std::system_error if it provides none.
[[nodiscard]] std::string random_id();

}  // namespace workbench::approvals
