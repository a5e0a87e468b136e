#pragma once

#include <string>
#include <string_view>

// What the copy of a definition for a model can do without.
namespace meta_tools {

/// Whether `text` says no more than `name`: the same letters and digits in the same order, without regard to case and
/// to whatever stands between them (`File Path` repeats `file_path`). Characters outside ASCII count as letters. A sign
/// that means something by itself, such as the % of `Count %`, has to be in the name too. A name without letters
/// and digits is repeated by itself alone.
[[nodiscard]] bool repeats_name(std::string_view text, std::string_view name);

/// Whether `title` repeats `tool_name`, or is one of the titles that frameworks generate from it for the schema of a
/// tool's arguments: the name and `Arguments`, `Args`, `Input`, `Params`, `Parameters`, `Schema` or `Request`.
[[nodiscard]] bool repeats_tool_name(std::string_view title, std::string_view tool_name);

/// Valid JSON text with ASCII characters written plainly where it need not escape them: `\u0027` becomes an apostrophe,
/// `\u0022` the shorter `\"`. Some servers escape every apostrophe, which costs a model six times as much to read. What
/// JSON has to escape, and what is not ASCII, stays as it was written.
[[nodiscard]] std::string without_needless_escapes(std::string json);

}  // namespace meta_tools
