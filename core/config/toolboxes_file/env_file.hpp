#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// The contents of a file of `NAME=value` lines.
struct EnvFile {
  struct Problem {
    std::size_t line = 0;
    std::string text;  ///< `what is wrong; what to do`; never contains a value
  };
  Options::TextMap variables;     ///< in the order of the file; of duplicates, the last value
  std::vector<Problem> problems;  ///< of very many lines, the first; the last of them says that there are more
};

/// Blank lines and lines that begin with `#` are skipped, and so is `export ` before a name. A value ends at a `#`
/// after a blank, and is trimmed. Single quotes keep a value as it is; in double quotes `\n`, `\r`, `\t`, `\"` and `\\`
/// are decoded as in JSON. `${}` has no meaning. The time is linear.
[[nodiscard]] EnvFile parse_env_file(std::string_view text);

/// The line that is read as this variable: `NAME=value`, in quotes where the value needs them, without the line's end.
/// `value` has no NUL.
[[nodiscard]] std::string env_file_line(std::string_view name, std::string_view value);

/// Reads the file that `envFile` (`node`) names. Problems with it are reported at `node`, with the file and its line.
[[nodiscard]] Options::TextMap read_env_file(const JsonNode& node, Reading& reading);

/// Puts the variables of a file below those of the option `env`: of two with one name, the one in `env` wins.
void merge_env_file(Options::TextMap variables, Options& options);

/// An environment in which the variables of a file are set, and all others as in `below`.
[[nodiscard]] Environment with_variables(const Options::TextMap& variables, Environment below);

}  // namespace workbench::config
