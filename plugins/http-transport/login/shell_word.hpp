#pragma once

#include <string>
#include <string_view>

namespace workbench::http {

/// The text as one word of a command that a person may paste into a shell: as it is, if it is harmless, else in quotes,
/// within which nothing is expanded. Bytes that are not printable ASCII are written as `$'\xE2'`, which bash and zsh
/// read.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace workbench::http
