#pragma once

#include <string_view>

namespace workbench::base {

/// Writes all of `bytes` to the descriptor, however many calls that takes. False: see errno; part of them may have been
/// written. For files: the descriptor must not be one of those that are read and written without blocking. Not tied to
/// a thread.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

}  // namespace workbench::base
