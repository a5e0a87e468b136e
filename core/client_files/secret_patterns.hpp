#pragma once

#include <string>
#include <string_view>

#include "base/ascii.hpp"

// Tables of what names and values of secrets look like; to be extended there.

namespace workbench::client_files {

/// Whether a value under this name (of a variable, a header, an option, a member) must not be shown.
[[nodiscard]] bool is_secret_name(std::string_view name);

/// Whether the byte can be part of such a name.
[[nodiscard]] constexpr bool is_secret_name_byte(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '-' || byte == '.';
}

/// Characters around values in files and scripts.
inline constexpr std::string_view kQuotes = "\"'`";

/// Whether a text alone looks like a key: known beginnings ("ghp_", "sk-"), or many different characters at random.
[[nodiscard]] bool looks_like_a_key(std::string_view text);

/// Whether the value under this name is a secret. A reference to a variable, a path, a number and a word such as "true"
/// are not.
[[nodiscard]] bool is_secret(std::string_view name, std::string_view value);

/// Whether a text refers to a variable: has a `${` that is not written `$${`.
[[nodiscard]] bool has_reference(std::string_view text);

/// Where the credentials begin behind a scheme ("Bearer abc"); 0: there is none. In the value of a header
/// Authorization, any first word is one.
[[nodiscard]] std::size_t end_of_scheme(std::string_view name, std::string_view value);

}  // namespace workbench::client_files
