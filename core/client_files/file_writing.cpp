#include "client_files/file_writing.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "base/write_all.hpp"
#include "config/config_file.hpp"

namespace workbench::client_files {
namespace {

constexpr int kPrivateMode = 0600;

Error cannot_write(const std::filesystem::path& file, int error_number) {
  return {ErrorKind::unavailable,
          file.string() + " cannot be written (" + std::generic_category().message(error_number) + ")"};
}

Error has_changed(const std::filesystem::path& file) {
  return {ErrorKind::unavailable, file.string() + ": has changed meanwhile, and stays as it is; run the command again"};
}

/// Creates the folders that are missing, for this user alone. Returns why it cannot: the number of the error, or 0.
int create_folders(const std::filesystem::path& folder) {
  std::error_code failed;
  if (folder.empty() || std::filesystem::exists(folder, failed)) return 0;
  if (const int above = create_folders(folder.parent_path()); above != 0) return above;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

/// A file that is named after another one, in its folder, until it takes its place.
class Successor {
 public:
  explicit Successor(const std::filesystem::path& file)
      : file_(file), name_(file.string() + ".XXXXXX"), descriptor_(::mkostemp(name_.data(), O_CLOEXEC)) {}
  ~Successor() {
    if (descriptor_) ::unlink(name_.c_str());
  }
  Successor(const Successor&) = delete;
  Successor& operator=(const Successor&) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_.is_open(); }

  /// The owner before the mode, which a new owner may change. A group that cannot be kept gets no access.
  bool write(std::string_view text, const struct ::stat* present, ::mode_t mode) {
    const int file = descriptor_.get();
    if (present != nullptr) {
      struct ::stat own {};
      if (::fstat(file, &own) != 0) return false;
      if (own.st_uid != present->st_uid && ::fchown(file, present->st_uid, static_cast<::gid_t>(-1)) != 0) return false;
      if (own.st_gid != present->st_gid && ::fchown(file, static_cast<::uid_t>(-1), present->st_gid) != 0) {
        mode &= ~static_cast<::mode_t>(070);
      }
    }
    return base::write_all(file, text) && ::fchmod(file, mode) == 0 && ::fsync(file) == 0;
  }

  /// The folder is synchronized as well: without this, the new entry may be missing after a crash. `is_new`: fails
  /// with EEXIST if there is such a file.
  bool take_place(bool is_new) {
    if (is_new ? !rename_to_new() : ::rename(name_.c_str(), file_.c_str()) != 0) return false;
    descriptor_.close();
    const FileDescriptor folder(::open(file_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder) ::fsync(folder.get());
    return true;
  }

 private:
  /// Some file systems of networks cannot do it in one step.
  [[nodiscard]] bool rename_to_new() const {
    if (::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, file_.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    if (is_missing(file_)) return ::rename(name_.c_str(), file_.c_str()) == 0;
    errno = EEXIST;
    return false;
  }

  const std::filesystem::path& file_;
  std::string name_;
  FileDescriptor descriptor_;
};

/// False: its owner has removed it with its folder since it was opened, and the next one may lock another file.
bool is_file_at(const FileDescriptor& descriptor, const std::filesystem::path& file) {
  struct ::stat opened {};
  struct ::stat named {};
  return ::fstat(descriptor.get(), &opened) == 0 && ::stat(file.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

bool has_bytes(const std::filesystem::path& file, std::string_view expected) {
  const auto bytes = config::read_bytes(file, expected.size());
  return bytes && *bytes == expected;
}

}  // namespace

bool is_missing(const std::filesystem::path& file) {
  struct ::stat found {};
  return ::lstat(file.c_str(), &found) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

std::filesystem::path real_file(const std::filesystem::path& file) {
  constexpr int kMaxLinks = 40;
  std::filesystem::path real = file;
  std::error_code failed;
  for (int links = 0; links < kMaxLinks && std::filesystem::is_symlink(real, failed); ++links) {
    const std::filesystem::path target = std::filesystem::read_symlink(real, failed);
    if (failed) break;
    real = real.parent_path() / target;  // an absolute one replaces the folder
  }
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(real, failed);
  return failed ? real : canonical;
}

Result<std::optional<std::string>> read_if_exists(const std::filesystem::path& file) {
  if (is_missing(file)) return std::optional<std::string>();
  auto bytes = config::read_bytes(file, config::kMaxFileBytes);
  if (bytes) return std::optional(*std::move(bytes));
  if (bytes.error().kind != ErrorKind::not_found) return bytes.error();
  if (is_missing(file)) return std::optional<std::string>();  // removed meanwhile
  return Error{ErrorKind::unavailable, "is a link to a file that does not exist"};
}

Result<void> write_file(const std::filesystem::path& file, std::string_view text, const Writing& writing) {
  const std::filesystem::path target = real_file(std::filesystem::absolute(file));
  if (const int failed = create_folders(target.parent_path()); failed != 0) return cannot_write(file, failed);
  struct ::stat present {};
  const bool exists = ::stat(target.c_str(), &present) == 0;
  const auto mode = writing.mode != 0 ? static_cast<::mode_t>(writing.mode)
                                      : (exists ? present.st_mode & 07777U : static_cast<::mode_t>(kPrivateMode));
  Successor successor(target);
  if (!successor.is_open()) return cannot_write(file, errno);
  if (!successor.write(text, exists ? &present : nullptr, mode)) return cannot_write(file, errno);
  if (writing.expected && !has_bytes(target, *writing.expected)) return has_changed(file);
  if (!successor.take_place(writing.is_new)) {
    return writing.is_new && errno == EEXIST ? has_changed(file) : cannot_write(file, errno);
  }
  return {};
}

Result<void> remove_file(const std::filesystem::path& file, std::string_view expected) {
  if (!has_bytes(file, expected)) return has_changed(file);
  if (::unlink(real_file(file).c_str()) != 0) return cannot_write(file, errno);
  return {};
}

Result<FileLock> FileLock::acquire(const std::filesystem::path& file) {
  if (const int failed = create_folders(file.parent_path()); failed != 0) {
    return Error{ErrorKind::internal, cannot_write(file, failed).message};
  }
  FileDescriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kPrivateMode));
  if (!descriptor) return Error{ErrorKind::internal, cannot_write(file, errno).message};
  if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0 || !is_file_at(descriptor, file)) {
    return Error{ErrorKind::unavailable, file.string() + " is held by another process"};
  }
  return FileLock(std::move(descriptor));
}

}  // namespace workbench::client_files
