#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace workbench::app {

/// Calls `line` for every whole line of a text file, until it returns false. With `follows`, continues with the lines
/// that are added to the file, and to the file that takes its place, until the process is ended. False: the file cannot
/// be read.
[[nodiscard]] bool read_lines(const std::filesystem::path& file, bool follows,
                              const std::function<bool(const std::string&)>& line);

}  // namespace workbench::app
