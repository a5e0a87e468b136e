#pragma once

#include <string>

namespace workbench::approvals {

/// The user of this process; a number if it has no name.
[[nodiscard]] std::string name_of_process_user();

}  // namespace workbench::approvals
