#pragma once

#include <cstddef>
#include <string>

namespace workbench::base {

/// Unpredictable bytes from the operating system, for secrets. Throws std::system_error if it provides none.
/// [any thread]
[[nodiscard]] std::string random_bytes(std::size_t count);

}  // namespace workbench::base
