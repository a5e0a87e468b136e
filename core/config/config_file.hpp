#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

// What the configuration files have in common, whatever their format.

namespace workbench::config {

/// One finding about a configuration file.
struct Finding {
  enum class Severity {
    error,        ///< nothing of the file is used
    entry_error,  ///< of one entry, see EntryTroubles: everything else of the file is used
    note,
  };
  Severity severity = Severity::error;
  /// One line: `FILE:LINE:COLUMN: JSON-PATH: what is wrong; what to do`. For settings: `FILE:LINE: KEY: ...`,
  /// `WORKBENCH_LOG_LEVEL: ...` or `-D KEY: ...`. Never contains the value of a variable in `${}`, of `env`, or of a
  /// secret.
  std::string text;
  std::string what = {};  ///< of a toolboxes file: the same without the place
};

/// The largest toolboxes file, or file of another client, that is read.
inline constexpr std::size_t kMaxFileBytes = std::size_t{16} * 1024 * 1024;

/// The whole file in UTF-8, without a byte order mark; UTF-16 is recognised by its mark. The error's message completes
/// a sentence that begins with the name of the file ("is a folder, not a file"). busy: no descriptors or no memory are
/// left, which says nothing about the file.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t max_bytes);

/// The same to the byte, with a byte order mark if there is one.
[[nodiscard]] Result<std::string> read_bytes(const std::filesystem::path& file, std::size_t max_bytes);

/// A file of the configuration, opened for reading. It does not wait for the writer of a pipe. Errors: as above.
[[nodiscard]] Result<FileDescriptor> open_file(const std::filesystem::path& file);

/// What is left to be read, to the byte. Errors: as above.
[[nodiscard]] Result<std::string> read_bytes(const FileDescriptor& file, std::size_t max_bytes);

/// In UTF-8, without a byte order mark: what follows one of UTF-16 is converted (utf8_of_utf16()).
[[nodiscard]] std::string without_byte_order_mark(std::string text);

/// Reads one file as read_text_file() does, or refuses with an error of the kind `forbidden` whose message ends with
/// what to do.
using FileReader = std::function<Result<std::string>(const std::filesystem::path& file, std::size_t max_bytes)>;

/// `text` without the `blanks` at its beginning and end.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks);

}  // namespace workbench::config
