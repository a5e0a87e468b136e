#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Texts of programs among the arguments of a server: `sh -c TEXT`. A value put into one becomes a part of the program.

namespace workbench::config {

/// Whether the argument at `index` is, or begins with an option and then is, a text that an interpreter runs:
/// `bash -lc TEXT`, `cmd /c TEXT`, `node --eval=TEXT`, also behind other words (`env X=1 sh -c TEXT`).
[[nodiscard]] bool is_script_text(std::string_view command, const std::vector<std::string>& args, std::size_t index);

/// Whether the text has no character with a meaning in any of these languages, within quotes or without: then it can be
/// put into a script as it is.
[[nodiscard]] bool is_plain_in_scripts(std::string_view text);

}  // namespace workbench::config
