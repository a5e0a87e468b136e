#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <workbench/result.hpp>

#include "base/file_access.hpp"

namespace workbench::app {

/// The bytes of a file, and which users besides root and this user could change it. This is true of the very file that
/// was read: its descriptor is compared with the file at its path.
struct OpenedFile {
  std::string bytes;
  bool is_regular = true;  ///< and not a pipe, which has no owner
  std::optional<base::ForeignAccess> foreign;
};

/// Whether a file that is not regular is read. A file that was found is not: it may be the client's own standard input,
/// or a pipe that another user fills for ever.
enum class Pipes { read, left };

/// Opens and reads it. `file` is absolute. The error's message completes a sentence that begins with the name of the
/// file, as those of config::read_text_file() do.
[[nodiscard]] Result<OpenedFile> read_opened(const std::filesystem::path& file, std::size_t max_bytes, Pipes pipes);

/// Who besides root and this user could change the file, without reading it. Absent also if there is none.
[[nodiscard]] std::optional<base::ForeignAccess> foreign_access_to(const std::filesystem::path& file);

}  // namespace workbench::app
