#pragma once

#include <string>
#include <string_view>

namespace workbench::base {

/// The text as one word of a command that a person may paste into a shell: unchanged if it consists of harmless ASCII
/// only, else in quotes, within which nothing is expanded. Hidden characters are written as `$'\u202E'`, which bash
/// and zsh read as the characters themselves. The caller must rule out that the word is taken for an option.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace workbench::base
