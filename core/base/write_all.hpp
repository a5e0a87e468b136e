#pragma once

#include <string_view>

namespace workbench::base {

/// Writes all of `bytes` to the descriptor, in as many calls as needed. False: see errno; part of them may have been
/// written. For files: the descriptor must be a blocking one. Not tied to
/// a thread.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

}  // namespace workbench::base
