#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::servers {

/// `/usr/bin/python3.12` as `python`.
[[nodiscard]] std::string plain_name_of(std::string_view command);

[[nodiscard]] bool is_executable(const std::filesystem::path& file);

/// The file in `--option=FILE`, or in the word itself.
[[nodiscard]] std::string_view file_in(std::string_view word);

/// Which of the arguments name a program: the first file of an interpreter, and files that can be executed or have the
/// ending of a program. Data files are none, because servers write them. `folder`: where relative paths begin.
[[nodiscard]] std::vector<std::size_t> scripts_among(const Options::TextList& args, std::string_view command,
                                                     const std::filesystem::path& folder);

}  // namespace workbench::servers
