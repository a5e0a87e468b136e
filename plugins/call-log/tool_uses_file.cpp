#include "tool_uses_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "utc_text.hpp"

namespace workbench::call_log {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kFolderMode = 0700;
constexpr ::mode_t kFileMode = 0600;
constexpr ::off_t kMaxBytes = 32 * 1024 * 1024;  // 10,000 tools with long names have less

Error from_errno(const std::string& what, const fs::path& path) {
  return {ErrorKind::unavailable, what + " " + path.string() + ": " + std::generic_category().message(errno)};
}

/// Failures are noticed when the lock file is opened.
void make_folder(const fs::path& folder) {
  fs::path made;
  for (const fs::path& part : folder) {
    made /= part;
    ::mkdir(made.c_str(), kFolderMode);
  }
}

/// Held until it is closed. A file of its own, because the file itself is replaced.
Result<FileDescriptor> lock_beside(const fs::path& file) {
  const fs::path path = file.native() + ".lock";
  FileDescriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kFileMode));
  if (!lock) return from_errno("cannot open", path);
  while (::flock(lock.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return from_errno("cannot lock", path);
  }
  return lock;
}

/// Empty: there is no file. protocol: it is not one of ours.
Result<std::string> text_of(const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) return errno == ENOENT ? Result<std::string>(std::string()) : from_errno("cannot open", path);
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return from_errno("cannot look at", path);
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || status.st_size > kMaxBytes) {
    return Error{ErrorKind::protocol, "it belongs to another user, or is too long"};
  }
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t length = 0;
  while (length != text.size()) {
    const ::ssize_t count = ::read(file.get(), text.data() + length, text.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return from_errno("cannot read", path);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  text.resize(length);
  return text;
}

/// No uses if there is no file. protocol: it is not one of ours.
Result<ToolUses> read_uses(const fs::path& path, const ReadToolUses& read) {
  auto text = text_of(path);
  if (!text) return text.error();
  return text->empty() ? ToolUses() : read(*std::move(text));
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// With the lock: what a process that was killed has left under the same name is written over.
Result<void> replace(const fs::path& path, std::string_view text) {
  const std::string temporary = path.string() + ".new";
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const FileDescriptor file(::open(temporary.c_str(), flags, kFileMode));
  if (!file) return from_errno("cannot make", temporary);
  if (write_all(file.get(), text) && ::rename(temporary.c_str(), path.c_str()) == 0) return {};
  Error error = from_errno("cannot write", path);
  ::unlink(temporary.c_str());
  return error;
}

}  // namespace

Result<MergedUses> merge_into_file(const fs::path& file, const ToolUses& more,
                                   std::chrono::system_clock::time_point now, const ReadToolUses& read) {
  make_folder(file.parent_path());
  const auto lock = lock_beside(file);
  if (!lock) return lock.error();
  MergedUses merged;
  auto uses = read_uses(file, read);
  if (uses) {
    merged.all = *std::move(uses);
  } else if (uses.error().kind == ErrorKind::protocol) {
    merged.remark = file.string() + ": " + uses.error().message + "; the counts of tools begin again at 0";
  } else {
    return uses.error();
  }
  merged.all.add(more);
  merged.all.limit(first_day_of(now), format_day(now));
  if (more.empty()) return merged;
  const Json text = merged.all.to_file();
  if (const auto written = replace(file, text.text()); !written) return written.error();
  return merged;
}

}  // namespace workbench::call_log
