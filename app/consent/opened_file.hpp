#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <workbench/result.hpp>

#include "base/file_access.hpp"

namespace workbench::app {

/// The bytes of a file, with who besides root and this user could change it. What is said holds for the very file that
/// was read: its descriptor is compared with what its path leads to.
struct OpenedFile {
  std::string bytes;
  bool is_regular = true;  ///< and no pipe, which has no owner to ask about
  std::optional<base::ForeignAccess> foreign;
};

/// Whether what is no regular file is read. One that was found is not: it may be the client's own standard input, or a
/// pipe that somebody else fills for ever.
enum class Pipes { read, left };

/// Opens and reads it. `file` is absolute. The error's message completes a sentence that begins with the name of the
/// file, as those of config::read_text_file() do.
[[nodiscard]] Result<OpenedFile> read_opened(const std::filesystem::path& file, std::size_t max_bytes, Pipes pipes);

/// Who besides root and this user could change the file, without reading it. Absent also if there is none.
[[nodiscard]] std::optional<base::ForeignAccess> foreign_access_to(const std::filesystem::path& file);

}  // namespace workbench::app
