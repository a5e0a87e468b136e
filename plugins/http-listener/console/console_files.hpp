#pragma once

#include <span>
#include <string_view>

#include "http/http_message.hpp"

namespace workbench::http {

/// A file of the console, which the library contains. [any thread]
struct ConsoleFile {
  std::string_view name;                 ///< its path below /console/
  std::string_view digest;               ///< SHA-256 of the file, in hexadecimal digits
  std::span<const unsigned char> bytes;  ///< as gzip -n has written it
};

/// All files, sorted by name. Written by the build (embed.cmake) from the folder console/ of the repository.
[[nodiscard]] std::span<const ConsoleFile> console_files();

/// The response to a GET or HEAD of the file: compressed if the client accepts that; 304 if the client has it already.
/// Its headers let the page load its own files alone, and no other page embed it. Browsers store it, and ask each time
/// whether it has changed, because another version of the program may serve another page.
[[nodiscard]] Response console_file_response(const ConsoleFile& file, const ReceivedRequest& head);

}  // namespace workbench::http
