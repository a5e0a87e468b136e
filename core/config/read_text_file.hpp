#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include <workbench/result.hpp>

namespace workbench::config {

/// The whole file, without a UTF-8 byte order mark. An error says why not, as the end of a sentence that begins with
/// the file's name ("is a folder, not a file").
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t most_bytes);

}  // namespace workbench::config
