#pragma once

#include <string>
#include <string_view>

// The parts of a definition without information for a model.

namespace meta_tools {

/// Whether `text` has the same letters and digits as `name` in the same order, without regard to case and to all other
/// characters (`File Path` repeats `file_path`). Characters beyond ASCII count as letters. A sign with a meaning, such
/// as the % of `Count %`, must be in the name too. A name without letters and digits is repeated only by itself.
[[nodiscard]] bool repeats_name(std::string_view text, std::string_view name);

/// Whether `title` repeats `tool_name`, or is a title that frameworks generate from it for the schema of a tool's
/// arguments: the name and `Arguments`, `Args`, `Input`, `Params`, `Parameters`, `Schema` or `Request`.
[[nodiscard]] bool repeats_tool_name(std::string_view title, std::string_view tool_name);

/// Replaces needless escapes of ASCII characters in valid JSON: `\u0027` becomes an apostrophe, `\u0022` the shorter
/// `\"`. Some servers escape every apostrophe, which then takes a model six times as many bytes. Escapes that JSON
/// needs, and names of other characters, are kept.
[[nodiscard]] std::string without_needless_escapes(std::string json);

}  // namespace meta_tools
