#include "base/file_access.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <deque>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace workbench::base {
namespace {

constexpr int kMaxLinks = 40;  // as the kernel has it

Error failure(const std::filesystem::path& path, int error_number) {
  const bool is_missing = error_number == ENOENT || error_number == ENOTDIR;
  return {is_missing ? ErrorKind::not_found : ErrorKind::unavailable,
          "'" + path.string() + "': " + std::generic_category().message(error_number)};
}

std::string octal(mode_t mode) {
  constexpr mode_t kPermissions = 07777;
  std::string digits = "0000";
  mode &= kPermissions;
  for (std::size_t at = digits.size(); at-- > 0; mode >>= 3U) digits[at] = static_cast<char>('0' + (mode & 7U));
  return digits;
}

std::string name_of_user(uid_t user) {
  const passwd* const entry = ::getpwuid(user);
  const std::string number = "uid " + std::to_string(user);
  return entry == nullptr ? number : std::string(entry->pw_name) + " (" + number + ")";
}

std::string name_of_group(gid_t group) {
  const ::group* const entry = ::getgrgid(group);
  return entry == nullptr ? "gid " + std::to_string(group) : std::string(entry->gr_name);
}

/// The user that owns files whose owner has no number in this user namespace, if root is among those owners.
std::optional<uid_t> find_substitute_of_root() {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  bool has_lines = false;
  while (map >> inside >> outside >> count) {
    if (inside == 0) return std::nullopt;
    has_lines = true;
  }
  uid_t overflow = 0;
  std::ifstream file("/proc/sys/kernel/overflowuid");
  if (!has_lines || !(file >> overflow)) return std::nullopt;
  return overflow;
}

/// Whether `owner` is acceptable, that is, not a stranger.
bool is_trusted(uid_t owner, uid_t user) {
  static const std::optional<uid_t> substitute = find_substitute_of_root();
  return owner == 0 || owner == user || owner == substitute;
}

/// Whether the group is root's, or the private group of a user (as pam_umask's `usergroups` finds it). Some
/// directories of users do not list these, so members by primary group would not be seen.
bool may_be_private(const ::group& entry, uid_t user) {
  const passwd* const own = ::getpwuid(user);
  return entry.gr_gid == 0 ||
         (own != nullptr && own->pw_gid == entry.gr_gid && std::string_view(own->pw_name) == entry.gr_name);
}

/// Whether the group has no other members than root and `user`.
bool is_private(gid_t group, uid_t user) {
  const ::group* const entry = ::getgrgid(group);
  if (entry == nullptr || !may_be_private(*entry, user)) return false;
  std::vector<std::string> members;  // a copy, because what follows may overwrite the entry
  for (char** member = entry->gr_mem; *member != nullptr; ++member) members.emplace_back(*member);
  for (const std::string& member : members) {
    const passwd* const found = ::getpwnam(member.c_str());
    if (found == nullptr || (found->pw_uid != 0 && found->pw_uid != user)) return false;
  }
  bool has_strangers = false;
  ::setpwent();
  while (const passwd* const found = ::getpwent()) {
    has_strangers = has_strangers || (found->pw_gid == group && found->pw_uid != 0 && found->pw_uid != user);
  }
  ::endpwent();
  return !has_strangers;
}

/// With such a list, the group's right is the most that any name in the list may have.
bool has_access_list(const std::filesystem::path& path) {
  return ::lgetxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

bool is_sticky(const struct stat& found) {
  return S_ISDIR(found.st_mode) && (found.st_mode & S_ISVTX) != 0;
}

std::optional<ForeignAccess> foreign_writer(const std::filesystem::path& path, const struct stat& found, uid_t user) {
  const std::string mode = " (mode " + octal(found.st_mode) + ")";
  if ((found.st_mode & S_IWOTH) != 0) {
    return ForeignAccess{path, "can be written by everybody" + mode, "take that right away with chmod o-w"};
  }
  if ((found.st_mode & S_IWGRP) == 0) return std::nullopt;
  if (has_access_list(path)) {
    return ForeignAccess{path, "can be written by those in its access control list (getfacl shows it)",
                         "remove the list with setfacl -b"};
  }
  if (is_private(found.st_gid, user)) return std::nullopt;
  return ForeignAccess{path, "can be written by the group " + name_of_group(found.st_gid) + mode,
                       "take that right away with chmod g-w"};
}

/// `is_among_strangers`: other users may have created it there.
std::optional<ForeignAccess> foreign_access(const std::filesystem::path& path, const struct stat& found, uid_t user,
                                            bool is_among_strangers) {
  const bool is_link = S_ISLNK(found.st_mode);
  // The target of a link cannot be changed; only the link can be replaced, which its folder decides.
  if (!is_trusted(found.st_uid, user) && (!is_link || is_among_strangers)) {
    return ForeignAccess{path, "belongs to " + name_of_user(found.st_uid), "make it yours with chown, or copy it"};
  }
  return is_link || is_sticky(found) ? std::nullopt : foreign_writer(path, found, user);
}

/// The walk from the root to what a path leads to.
class Walk {
 public:
  Walk(const std::filesystem::path& path, uid_t user) : user_(user) { add_before(path); }

  Result<PathLookup> run() {
    if (auto failed = visit("/")) return *std::move(failed);
    while (!ahead_.empty()) {
      const std::filesystem::path next = std::move(ahead_.front());
      ahead_.pop_front();
      if (next == "." || next.empty()) continue;
      if (auto failed = next == ".." ? visit(here_.parent_path()) : visit(here_ / next)) return *std::move(failed);
    }
    return std::move(lookup_);
  }

 private:
  void add_before(const std::filesystem::path& path) {
    const std::filesystem::path parts = path.relative_path();
    ahead_.insert(ahead_.begin(), parts.begin(), parts.end());
  }

  std::optional<Error> visit(const std::filesystem::path& path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) return failure(path, errno);
    if (auto foreign = foreign_access(path, found, user_, is_among_strangers_); foreign && !lookup_.foreign) {
      lookup_.foreign = std::move(foreign);
    }
    if (S_ISLNK(found.st_mode)) return follow(path);
    lookup_.device = found.st_dev;
    lookup_.inode = found.st_ino;
    lookup_.mode = found.st_mode;
    is_among_strangers_ = is_sticky(found) && (found.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    here_ = path;
    return std::nullopt;
  }

  std::optional<Error> follow(const std::filesystem::path& link) {
    if (++links_ > kMaxLinks) return failure(link, ELOOP);
    std::error_code failed;
    const std::filesystem::path target = std::filesystem::read_symlink(link, failed);
    if (failed) return failure(link, failed.value());
    add_before(target);
    return target.is_absolute() ? visit("/") : std::nullopt;
  }

  const uid_t user_;
  std::deque<std::filesystem::path> ahead_;
  std::filesystem::path here_ = "/";
  PathLookup lookup_;
  int links_ = 0;
  bool is_among_strangers_ = false;
};

}  // namespace

std::string ForeignAccess::text() const {
  return "'" + path.string() + "' " + reason;
}

Result<PathLookup> look_up(const std::filesystem::path& path, uid_t user) {
  return Walk(path, user).run();
}

}  // namespace workbench::base
