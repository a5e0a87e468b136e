#pragma once

#include <cstddef>
#include <string>

#include <workbench/json.hpp>

namespace workbench::approvals {

/// The arguments of a call as a person is shown them: the JSON text in the order in which the client wrote it, without
/// white space between tokens. Escapes of characters that are seen are decoded, so that no word hides in them; hidden
/// characters are written as `\u{202E}`, which JSON itself cannot have.
struct ArgumentText {
  std::string text;  ///< the beginning, if !is_whole
  bool is_whole = true;
  std::size_t bytes = 0;  ///< of the arguments as the client sent them
  std::string sha256;     ///< of the same, in hexadecimal digits
};

/// What is kept of the arguments of a waiting call.
inline constexpr std::size_t kMaxArgumentBytes = 64UL * 1024;
/// What is shown of them in a list or in a client's form.
inline constexpr std::size_t kPreviewBytes = 2'000;

/// `arguments` may be absent.
[[nodiscard]] ArgumentText shown_arguments(const Json& arguments, std::size_t max_bytes = kMaxArgumentBytes);

/// The text, or its beginning and how much there is: "{"a":"xxx... (70000 bytes, SHA-256 4bf5...)".
[[nodiscard]] std::string preview_of(const ArgumentText& arguments, std::size_t max_bytes = kPreviewBytes);

}  // namespace workbench::approvals
