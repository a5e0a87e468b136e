#include "login/login_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <utility>

#include "http-shared/crypto.hpp"
#include "login/shell_word.hpp"

namespace workbench::http::login {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kFolderMode = 0700;
constexpr ::mode_t kFileMode = 0600;
constexpr ::mode_t kOthers = 077;
constexpr std::size_t kMaxBytes = 1024UL * 1024;

/// Between the name of a file and random digits, while it is being written.
constexpr std::string_view kTemporary = ".new-";

/// A temporary file that is older belongs to a process that was killed.
constexpr std::chrono::seconds kMaxTimeToWrite{3600};

Error unavailable(const fs::path& path, const std::string& reason, const std::string& remedy) {
  return {ErrorKind::unavailable, "logins are kept in " + path.string() + ", which " + reason + "; " + remedy};
}

std::string remedy_for(int number) {
  switch (number) {
    case ENOSPC:
    case EDQUOT: return "free some space there";
    case EACCES:
    case EPERM: return "let this user write to it, or name another folder in XDG_STATE_HOME";
    case EROFS:
    case ENOENT:
    case ENOTDIR: return "name a folder that can be written to in XDG_STATE_HOME";
    default: return "check the disk, or name another folder in XDG_STATE_HOME";
  }
}

Error from_errno(const fs::path& path, const std::string& what, int number) {
  return unavailable(path, "cannot be " + what + " (" + std::generic_category().message(number) + ")",
                     remedy_for(number));
}

/// Whether the opened file is for this user only.
Result<void> check_access(int fd, ::mode_t kind, const fs::path& path) {
  struct ::stat status {};
  if (::fstat(fd, &status) != 0) return from_errno(path, "read", errno);
  const std::string mode = kind == S_IFDIR ? "700" : "600";
  if ((status.st_mode & S_IFMT) != kind) return unavailable(path, "is not a file", "remove it");
  if (status.st_uid != ::geteuid()) {
    return unavailable(path, "belongs to another user", "remove it, or run the workbench as that user");
  }
  if ((status.st_mode & kOthers) != 0) {
    return unavailable(path, "other users have access to", "run: chmod " + mode + " " + shell_word(path.string()));
  }
  return {};
}

/// "It is a symbolic link" is what O_NOFOLLOW reports with ELOOP.
Error not_opened(const fs::path& path, const std::string& what, int number) {
  if (number == ELOOP) return unavailable(path, "is a symbolic link", "replace it by what it points to");
  return from_errno(path, what, number);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// Removes drafts of this file that killed processes have left, because they have secrets. Best effort.
void remove_leftovers(int folder, const std::string& name) {
  const std::string prefix = name + std::string(kTemporary);
  const auto close = [](DIR* directory) { ::closedir(directory); };
  FileDescriptor copy(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, decltype(close)> directory(::fdopendir(copy.get()), close);
  if (directory == nullptr) return;
  static_cast<void>(copy.release());
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  while (const ::dirent* const entry = ::readdir(directory.get())) {
    struct ::stat status {};
    if (!std::string_view(entry->d_name).starts_with(prefix)) continue;
    if (::fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (status.st_mtime < now - kMaxTimeToWrite.count()) ::unlinkat(folder, entry->d_name, 0);
  }
}

LoginStamp stamp_of(const struct ::stat& status) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {status.st_ino, status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec, status.st_size};
}

}  // namespace

Result<fs::path> login_folder(const char* state_home, const char* home) {
  fs::path folder(state_home == nullptr ? "" : state_home);
  if (!folder.is_absolute()) {  // "All paths ... must be absolute ... consider the path invalid and ignore it" (XDG)
    const fs::path home_folder(home == nullptr ? "" : home);
    if (!home_folder.is_absolute()) {
      return Error{ErrorKind::unavailable,
                   "there is no folder for logins, because HOME is not set; set it, or XDG_STATE_HOME"};
    }
    folder = home_folder / ".local" / "state";
  }
  return folder / "mcp-workbench" / "logins";
}

std::string file_name(const LoginKey& key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name;
  for (const char byte : sha256(to_text(key))) {
    const auto value = static_cast<unsigned char>(byte);
    name.append({kDigits[value >> 4U], kDigits[value & 0xFU]});
  }
  return name;
}

Result<FileDescriptor> LoginFiles::open_folder() const {
  FileDescriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) {
    const int number = errno;
    struct ::stat status {};
    const bool is_link = ::lstat(folder_.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    if (number == ENOENT) return folder;
    return not_opened(folder_, "opened", is_link ? ELOOP : number);
  }
  if (const auto checked = check_access(folder.get(), S_IFDIR, folder_); !checked) return checked.error();
  return folder;
}

// "an attempt should be made to create it with permission 0700" (XDG Base Directory Specification)
Result<FileDescriptor> LoginFiles::make_folder() const {
  auto folder = open_folder();
  if (!folder || *folder) return folder;
  fs::path made;
  int number = 0;
  for (const fs::path& part : folder_) {
    made /= part;
    if (!part.empty() && ::mkdir(made.c_str(), kFolderMode) != 0 && errno != EEXIST && number == 0) number = errno;
  }
  folder = open_folder();
  if (folder && !*folder) return from_errno(folder_, "made", number == 0 ? ENOENT : number);
  return folder;
}

Result<std::optional<std::string>> LoginFiles::read(const std::string& name) const {
  const auto folder = open_folder();
  if (!folder) return folder.error();
  if (!*folder) return std::optional<std::string>();
  const FileDescriptor file(::openat(folder->get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno == ENOENT) return std::optional<std::string>();
  if (!file) return not_opened(path_of(name), "read", errno);
  if (const auto checked = check_access(file.get(), S_IFREG, path_of(name)); !checked) return checked.error();
  std::string text(kMaxBytes + 1, '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ::ssize_t count = ::read(file.get(), text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return from_errno(path_of(name), "read", errno);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  text.resize(length);  // a longer text is cut off, and thus not a login
  return std::optional(std::move(text));
}

Result<void> LoginFiles::write(const std::string& name, std::string_view text) const {
  const auto folder = make_folder();
  if (!folder) return folder.error();
  remove_leftovers(folder->get(), name);
  constexpr std::size_t kSuffixBytes = 8;
  const std::string temporary = name + std::string(kTemporary) + random_hex(kSuffixBytes);
  const FileDescriptor file(
      ::openat(folder->get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
  if (!file) return from_errno(path_of(name), "written", errno);
  if (!write_all(file.get(), text) || ::fsync(file.get()) != 0 ||
      ::renameat(folder->get(), temporary.c_str(), folder->get(), name.c_str()) != 0) {
    const int number = errno;
    ::unlinkat(folder->get(), temporary.c_str(), 0);
    return from_errno(path_of(name), "written", number);
  }
  ::fsync(folder->get());  // some file systems cannot; then the rename gets to the disk in its own time
  return {};
}

Result<void> LoginFiles::remove(const std::string& name) const {
  const auto folder = open_folder();
  if (!folder) return folder.error();
  if (!*folder) return {};
  remove_leftovers(folder->get(), name);
  if (::unlinkat(folder->get(), name.c_str(), 0) != 0 && errno != ENOENT) {
    return from_errno(path_of(name), "removed", errno);
  }
  ::fsync(folder->get());
  return {};
}

Result<std::optional<FileDescriptor>> LoginFiles::try_lock(const std::string& name) const {
  const auto folder = make_folder();
  if (!folder) return folder.error();
  FileDescriptor file(
      ::openat(folder->get(), name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kFileMode));
  if (!file) return not_opened(path_of(name), "locked", errno);
  if (const auto checked = check_access(file.get(), S_IFREG, path_of(name)); !checked) return checked.error();
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK || errno == EINTR) return std::optional<FileDescriptor>();
    return from_errno(path_of(name), "locked", errno);
  }
  // A lock of a file that was removed meanwhile excludes no process: the next one locks another file.
  struct ::stat locked {};
  struct ::stat present {};
  if (::fstat(file.get(), &locked) != 0 || ::fstatat(folder->get(), name.c_str(), &present, AT_SYMLINK_NOFOLLOW) != 0 ||
      locked.st_dev != present.st_dev || locked.st_ino != present.st_ino) {
    return std::optional<FileDescriptor>();
  }
  return std::optional(std::move(file));
}

LoginStamp LoginFiles::stamp(const std::string& name) const {
  struct ::stat status {};
  return ::lstat(path_of(name).c_str(), &status) == 0 ? stamp_of(status) : LoginStamp{};
}

}  // namespace workbench::http::login
