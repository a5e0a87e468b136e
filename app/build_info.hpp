#pragma once

#include <string_view>

namespace workbench::app {

/// "commit 0123456789ab, built 2026-11-26, g++ 12.2, x86_64"; the commit is left out where it is not known, and ends in
/// -dirty where files had been changed since. Only the program has it, and no library, so that a new commit links one
/// file again. Not tied to a thread.
[[nodiscard]] std::string_view build_description();

}  // namespace workbench::app
