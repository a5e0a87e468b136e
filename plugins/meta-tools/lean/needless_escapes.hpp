#pragma once

#include <string>

namespace meta_tools {

/// Valid JSON text with ASCII characters written plainly where it need not escape them: `\u0027` becomes an apostrophe,
/// `\u0022` the shorter `\"`. Some servers escape every apostrophe, which costs a model six times as much to read. What
/// JSON has to escape, and what is not ASCII, stays as it was written.
[[nodiscard]] std::string without_needless_escapes(std::string json);

}  // namespace meta_tools
