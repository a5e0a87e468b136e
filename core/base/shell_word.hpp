#pragma once

#include <string>
#include <string_view>

namespace workbench::base {

/// The text as one word of a command that a person may paste into a shell: as it is, if it consists of harmless ASCII
/// alone, else in quotes, within which nothing is expanded. Hidden characters are written as `$'\u202E'`, which bash
/// and zsh read as the characters themselves. Whether the word may be an option is for the caller to rule out.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace workbench::base
