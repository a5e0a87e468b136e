#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::client_files {

/// A secret within a text.
struct SecretSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string name;  ///< of what it is the value: an option, a member, "PASSWORD" of an address; empty: it has none
};

/// The secrets in a value under this name, in order and apart from each other: the whole of it, or parts where it is an
/// address with a password or a key, JSON, `Name: value`, `--option=value`, `NAME=value`, a list of such, a script.
/// References to variables are none. The time is linear.
[[nodiscard]] std::vector<SecretSpan> secrets_in(std::string_view name, std::string_view text);

/// Those in a text that is JSON but for its extensions: `json` is the same text, byte for byte in its place, and passes
/// json::check().
[[nodiscard]] std::vector<SecretSpan> secrets_in_checked_json(std::string_view text, std::string_view json);

}  // namespace workbench::client_files
