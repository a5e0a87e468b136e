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

/// Where logins are kept, and the files that belong to them: `$XDG_STATE_HOME/mcp-workbench/logins`, by default
/// `~/.local/state/mcp-workbench/logins`. `state_home` and `home` are these variables; null or a relative path: not
/// set. unavailable: neither is set; the message has the remedy.
[[nodiscard]] Result<std::filesystem::path> login_folder(const char* state_home, const char* home);

/// The name of the files of a key, without their extension: 64 hexadecimal digits.
[[nodiscard]] std::string file_name(const LoginKey& key);

/// Files of one folder that are for the user only, for several processes at a time. The folder has mode 0700 and is
/// made with the first file; a file has mode 0600. Neither may be a symbolic link or belong to another user. Errors
/// (unavailable) have the file and the remedy. [any thread]
class LoginFiles {
 public:
  explicit LoginFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Absent: there is no such file.
  [[nodiscard]] Result<std::optional<std::string>> read(const std::string& name) const;

  /// Makes a file, or replaces one: others see the one or the other, after a power failure as well. May wait for the
  /// disk.
  [[nodiscard]] Result<void> write(const std::string& name, std::string_view text) const;

  /// Success, too, if there is none.
  [[nodiscard]] Result<void> remove(const std::string& name) const;

  /// Tries to lock a file, which is made for it and stays. Absent: another one holds the lock.
  [[nodiscard]] Result<std::optional<FileDescriptor>> try_lock(const std::string& name) const;

  /// Of the present version of a file; the default value if there is none.
  [[nodiscard]] LoginStamp stamp(const std::string& name) const;

  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const { return folder_ / name; }

 private:
  [[nodiscard]] Result<FileDescriptor> open_folder() const;
  [[nodiscard]] Result<FileDescriptor> make_folder() const;

  const std::filesystem::path folder_;
};

}  // namespace workbench::http::login
