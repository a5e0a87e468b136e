#pragma once

#include <cstddef>
#include <string>

namespace workbench::base {

/// Bytes that nobody can predict, from the operating system. Throws std::system_error if it has none to give, so that
/// no secret is ever made of zeros. [any thread]
[[nodiscard]] std::string random_bytes(std::size_t count);

}  // namespace workbench::base
