#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// Who may connect to a Unix socket with a file. Connecting needs the right to write to the file.
struct UnixSocketAccess {
  mode_t mode = 0600;
  std::optional<uid_t> user;   ///< absent: the user of this process
  std::optional<gid_t> group;  ///< absent: the group that the folder gives

  /// `mode`: three or four octal digits, `0660`; empty: 0600. `owner`: `user`, `user:group` or `:group`, as names or
  /// numbers; empty: this process's. Looks names up in the user database, which may block: [startup].
  /// invalid_argument: a sentence that begins with the quoted text.
  [[nodiscard]] static Result<UnixSocketAccess> parse(std::string_view mode, std::string_view owner);
  [[nodiscard]] static Result<mode_t> parse_mode(std::string_view text);
};

/// The file of a Unix socket. Removes it at the end of its life, unless the file is another one by then. Move-only.
class UnixSocketFile {
 public:
  UnixSocketFile() = default;
  UnixSocketFile(std::string path, dev_t device, ino_t inode);
  UnixSocketFile(UnixSocketFile&& other) noexcept;
  UnixSocketFile& operator=(UnixSocketFile&& other) noexcept;
  ~UnixSocketFile() { remove(); }

 private:
  void remove() noexcept;

  std::string path_;  // empty: no file
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

struct OpenUnixSocket {
  FileDescriptor fd;
  UnixSocketFile file;
};

/// Listens at `path`, non-blocking. The file has the owner and the mode of `access` before the first client can
/// connect. A file that a dead process has left is replaced; a file that is in use, or is not a socket, is not touched.
/// Blocks for a second at most, while another process opens a socket in the same folder: [startup].
/// unavailable: with the reason and the remedy.
[[nodiscard]] Result<OpenUnixSocket> listen_unix_path(const std::string& path, const UnixSocketAccess& access);

/// Listens at an abstract name, non-blocking. unavailable: with the reason and the remedy.
[[nodiscard]] Result<FileDescriptor> listen_unix_abstract(const std::string& name);

}  // namespace workbench::http
