#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

#include "login/login.hpp"
#include "login/token_store.hpp"

namespace workbench::http::login {

/// The folder of the logins and of the files that belong to them: `$XDG_STATE_HOME/mcp-workbench/logins`, by default
/// `~/.local/state/mcp-workbench/logins`. `state_home` and `home` are these variables; null or a relative path: not
/// set. unavailable: neither is set; the message has the remedy.
[[nodiscard]] Result<std::filesystem::path> login_folder(const char* state_home, const char* home);

/// The name of the files of a key, without their extension: 64 hexadecimal digits.
[[nodiscard]] std::string file_name(const LoginKey& key);

/// Files in one folder that only the user may read, shared by several processes. The folder has mode 0700 and is made
/// with the first file; a file has mode 0600. Neither may be a symbolic link or belong to another user. Errors
/// (unavailable) have the file and the remedy. [any thread]
class LoginFiles {
 public:
  explicit LoginFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The content of a file; absent: there is no such file.
  [[nodiscard]] Result<std::optional<std::string>> read(const std::string& name) const;

  /// Makes or replaces a file: at any time, and after a power failure, others see either the former content or the new
  /// one. May wait for the disk.
  [[nodiscard]] Result<void> write(const std::string& name, std::string_view text) const;

  /// Removes a file. Success, too, if it does not exist.
  [[nodiscard]] Result<void> remove(const std::string& name) const;

  /// Tries to lock a file, which is made for the lock and stays. Absent: the lock is held already.
  [[nodiscard]] Result<std::optional<FileDescriptor>> try_lock(const std::string& name) const;

  /// The stamp of the present version of a file; the default value if the file does not exist.
  [[nodiscard]] LoginStamp stamp(const std::string& name) const;

  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const { return folder_ / name; }

 private:
  [[nodiscard]] Result<FileDescriptor> open_folder() const;
  [[nodiscard]] Result<FileDescriptor> make_folder() const;

  const std::filesystem::path folder_;
};

}  // namespace workbench::http::login
