#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "config/config_file.hpp"

namespace workbench::config {

/// Reads what a reference to a secret names. The error's message completes a sentence that begins with the reference
/// ("${file:token}: ..."), and ends with what to do; it never contains a secret.
using SecretReader = std::function<Result<std::string>(std::string_view reference)>;

/// The kinds of reference that read_secret() knows, with their colon.
inline constexpr std::string_view kFileSecret = "file:";
inline constexpr std::string_view kKeyringSecret = "keyring:";

/// Whether `reference` is one that read_secret() can read.
[[nodiscard]] bool is_secret_reference(std::string_view reference);

/// Reads `file:PATH`, the text of a file without the line break at its end (64 KiB at most; a relative path is relative
/// to `folder`), or `keyring:NAME`, the key of type `user` and this description in the kernel's keyrings of the session
/// and the user (`keyctl add user NAME ... @u`). The file is added to `files`, which may be null.
[[nodiscard]] Result<std::string> read_secret(std::string_view reference, const std::filesystem::path& folder,
                                              std::vector<std::filesystem::path>* files,
                                              const FileReader& read = read_text_file);

}  // namespace workbench::config
