#include "servers/cache_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "base/write_all.hpp"

namespace workbench::servers {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kFolderMode = 0700;
constexpr std::string_view kExtension = ".json";

/// Behind the name of a file that is being written, as mkostemp() demands it.
constexpr std::string_view kTemporary = ".XXXXXX";

/// A temporary file that is older belongs to a process that was killed.
constexpr std::chrono::hours kMaxTimeToWrite{1};

Error from_errno(const std::string& what, const fs::path& path) {
  const int number = errno;
  const ErrorKind kind = number == ENOENT ? ErrorKind::not_found : ErrorKind::unavailable;
  return {kind, what + " " + path.string() + ": " + std::generic_category().message(number)};
}

// "If, when attempting to write a file, the destination directory is non-existent an attempt should be made to create
// it with permission 0700" (XDG Base Directory Specification).
Result<void> make_folder(const fs::path& folder) {
  fs::path made;
  for (const fs::path& part : folder) {
    made /= part;
    if (!part.empty()) ::mkdir(made.c_str(), kFolderMode);  // what is missing in the end is reported below
  }
  struct ::stat status {};
  if (::stat(folder.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return {};
    errno = ENOTDIR;
  }
  return from_errno("cannot make the folder", folder);
}

bool has_only(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

enum class FileKind { kept, temporary, foreign };

FileKind kind_of(std::string_view name) {
  constexpr std::size_t kDigits = 64;
  if (name.size() < kDigits || !has_only(name.substr(0, kDigits), "0123456789abcdef")) return FileKind::foreign;
  name.remove_prefix(kDigits);
  if (!name.starts_with(kExtension)) return FileKind::foreign;
  name.remove_prefix(kExtension.size());
  if (name.empty()) return FileKind::kept;
  constexpr std::string_view kRandom = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const bool is_temporary =
      name.size() == kTemporary.size() && name.front() == '.' && has_only(name.substr(1), kRandom);
  return is_temporary ? FileKind::temporary : FileKind::foreign;
}

struct KeptFile {
  fs::path path;
  fs::file_time_type time;
  std::uintmax_t bytes = 0;
};

}  // namespace

Result<std::string> CacheFiles::read(const std::string& name, std::size_t max_bytes) const {
  const fs::path path = path_of(name);
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) return from_errno("cannot open", path);
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return from_errno("cannot look at", path);
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) {
    return Error{ErrorKind::protocol, "it is not a file of this user"};
  }
  if (status.st_size > static_cast<::off_t>(max_bytes)) {
    return Error{ErrorKind::protocol, "it is too long"};
  }
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ::ssize_t count = ::read(file.get(), text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return from_errno("cannot read", path);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  text.resize(length);
  return text;
}

Result<void> CacheFiles::write(const std::string& name, std::string_view text) const {
  if (const auto made = make_folder(folder_); !made) return made;
  const fs::path path = path_of(name);
  std::error_code ignored;
  const bool is_new = !fs::exists(fs::symlink_status(path, ignored));
  std::string temporary = path.string().append(kTemporary);
  const FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));  // with mode 0600
  if (!file) return from_errno("cannot make", temporary);
  if (!base::write_all(file.get(), text) || ::rename(temporary.c_str(), path.c_str()) != 0) {
    Error error = from_errno("cannot write", path);
    ::unlink(temporary.c_str());
    return error;
  }
  if (is_new) prune(path);
  return {};
}

void CacheFiles::confirm(const std::string& name) const {
  ::utimensat(AT_FDCWD, path_of(name).c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

Result<void> CacheFiles::remove(const std::string& name) const {
  const fs::path path = path_of(name);
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return from_errno("cannot remove", path);
}

/// Removes what is too much beside the file `latest`, and what killed processes have left. Best effort: others may do
/// the same at this moment.
void CacheFiles::prune(const fs::path& latest) const {
  std::vector<KeptFile> kept;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder_, ignored); entry != fs::directory_iterator(); entry.increment(ignored)) {
    const FileKind kind = kind_of(entry->path().filename().native());
    std::error_code failed;
    if (kind == FileKind::foreign || !fs::is_regular_file(entry->symlink_status(failed))) continue;
    KeptFile file{entry->path(), entry->last_write_time(failed), 0};
    if (!failed) file.bytes = entry->file_size(failed);
    if (failed) continue;
    if (kind == FileKind::kept) {
      kept.push_back(std::move(file));
    } else if (file.time < fs::file_time_type::clock::now() - kMaxTimeToWrite) {
      fs::remove(file.path, failed);
    }
  }
  const auto is_before = [&](const KeptFile& one, const KeptFile& other) {
    return std::pair(one.path == latest, one.time) > std::pair(other.path == latest, other.time);
  };
  std::sort(kept.begin(), kept.end(), is_before);
  std::uintmax_t bytes = 0;
  for (std::size_t count = 0; count != kept.size(); ++count) {
    bytes += kept[count].bytes;
    if (count >= kMaxFiles || bytes > kMaxBytes) fs::remove(kept[count].path, ignored);
  }
}

}  // namespace workbench::servers
