#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::config {

/// What a file of `NAME=value` lines says.
struct EnvFile {
  struct Problem {
    std::size_t line = 0;
    std::string text;  ///< `what; what to do`; never a value
  };
  Options::TextMap variables;  ///< in the order of the file; of two with one name, the later
  std::vector<Problem> problems;
};

/// Reads the lines. Blank lines and lines that begin with `#` are skipped, and so is `export ` before a name. A value
/// is taken without the blanks around it, up to a `#` behind a blank. In single quotes it is taken as it is; in double
/// quotes `\n`, `\r`, `\t`, `\"` and `\\` are read as in JSON. `${}` means nothing here.
[[nodiscard]] EnvFile read_env_lines(std::string_view text);

}  // namespace workbench::config
