#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include <workbench/result.hpp>

namespace workbench::base {

/// Something on the way to a file that others than root and a user can change, and with it what the path leads to.
struct ForeignAccess {
  std::filesystem::path path;  ///< the file, or a folder or symbolic link on the way to it
  std::string reason;          ///< completes a sentence that begins with the path: "can be written by everybody (...)"
  std::string remedy;          ///< what removes it: "take that right away with chmod o-w"

  /// One sentence without the remedy: "'/srv/x' can be written by everybody (mode 0666)".
  [[nodiscard]] std::string text() const;
};

/// What a path leads to.
struct PathLookup {
  dev_t device = 0;
  ino_t inode = 0;
  mode_t mode = 0;
  std::optional<ForeignAccess> foreign;  ///< absent: only root and the user can change it
};

/// Follows `path`, which is absolute, from the root down, and looks at each folder and symbolic link on the way as well
/// as at the file itself. What it finds stays as it is: only root and `user` can replace an entry of a folder that
/// others cannot write to, and by induction everything below it. Compare `device` and `inode` with those
/// of a descriptor to know this about a file that is open.
///
/// - Owners may be root and `user`; in a user namespace without root, also the user that represents owners without a
///   number there, because root's files belong to it.
/// - A group may have the right to write if it has no members but these, as the private groups of Debian's users do.
/// - In a folder whose entries only their owners may replace (the sticky bit, as on /tmp), only owners count.
///
/// not_found: the path leads to nothing; unavailable: a folder cannot be searched, or links form a circle. May ask the
/// user database, which may take time. [startup, loop thread]
[[nodiscard]] Result<PathLookup> look_up(const std::filesystem::path& path, uid_t user);

}  // namespace workbench::base
