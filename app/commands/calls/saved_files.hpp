#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::app {

/// The files of one result, in a folder that the user has named. Nothing of their names comes from a server: they are
/// `mcp-result-1.png` and so on, with the extension of a table for their media type, `.bin` for other types,
/// and `.txt` for types that a browser would run. No file is replaced or followed. Made for one result.
class SavedFiles {
 public:
  explicit SavedFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes a new file; the folder is made first if it is missing. The path, or why nothing was saved.
  [[nodiscard]] Result<std::filesystem::path> save(std::string_view bytes, std::string_view media_type);

  static constexpr std::size_t kMaxFiles = 100;
  static constexpr std::size_t kMaxBytes = std::size_t{256} * 1024 * 1024;  ///< of all files

 private:
  const std::filesystem::path folder_;
  std::size_t files_ = 0;
  std::size_t bytes_ = 0;
  int number_ = 1;  // of the next file; higher if there are older ones
};

}  // namespace workbench::app
