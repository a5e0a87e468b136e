#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The words of a command that runs a container: `docker run ...` or `podman run ...`, as people have it in the files
/// of their clients. Words are counted from the program, which is word 0.
struct RunCommand {
  bool is_podman = false;
  std::size_t engine_words = 0;  ///< the program, and the options before the command `run` or `container run`
  std::size_t first_option = 0;  ///< the word after `run`
  std::size_t image = 0;
  /// The options of `run` by their long names, without dashes: the last value of each; `true` for a flag.
  std::map<std::string, std::string, std::less<>> options = {};

  [[nodiscard]] bool has(std::string_view option) const { return options.find(option) != options.end(); }
  /// Whether a flag is set.
  [[nodiscard]] bool is_set(std::string_view flag) const;
};

/// Absent: the program is another one, or the command is not `run`, or names no image.
[[nodiscard]] std::optional<RunCommand> read_run_command(const ProcessCommand& command);

/// Word `index` of a command.
[[nodiscard]] const std::string& word_of(const ProcessCommand& command, std::size_t index);

}  // namespace workbench::stdio
