#pragma once

#include <string_view>

namespace workbench::schema_repair {

/// Whether the common engines of regular expressions (ECMAScript, Python's `re`, RE2, Rust's `regex`) all compile a
/// `pattern`, which check_pattern() has accepted: it has no lookaround, no named groups, no references to groups, and
/// no escapes of ECMAScript alone, such as `\p{L}` and `\u{61}`. [any thread] Linear.
[[nodiscard]] bool is_portable_pattern(std::string_view pattern);

}  // namespace workbench::schema_repair
