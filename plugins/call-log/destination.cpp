#include "destination.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace workbench::call_log {
namespace {

namespace fs = std::filesystem;

/// Only for the user: arguments and results may contain secrets.
constexpr ::mode_t kMode = 0600;

/// Returns when all of `text` is written. Throws std::system_error, which names `target`.
void write_all(int file, std::string_view text, const std::string& target) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd writable{file, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), target);
    }
  }
}

/// The older files are FILE.0, the latest, FILE.1 and so on. Several processes may write to the same file: each locks
/// it for a write, and when one of them has begun a new file, the others continue in it.
class File final : public Destination {
 public:
  explicit File(const CallLogSettings& settings)
      : path_(settings.file), max_bytes_(settings.max_bytes), max_files_(settings.max_files) {}

  void write(const std::string& lines) override {
    FileDescriptor file = open_and_lock();
    // Another workbench may fill the new one before it is locked here.
    while (max_bytes_ != 0 && status_of(file).st_size >= static_cast<off_t>(max_bytes_)) {
      begin_anew();
      file = open_and_lock();
    }
    const std::string separator = ends_with_line_break(file) ? "" : "\n";
    write_all(file.get(), separator + lines + '\n', path_.native());
  }

 private:
  /// The file that has the path now, made if there is none. Until it is closed, no other workbench writes to it or
  /// renames it; where the file system has no locks, nothing prevents that.
  [[nodiscard]] FileDescriptor open_and_lock() const {
    while (true) {
      FileDescriptor file(::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, kMode));
      if (!file) throw std::system_error(errno, std::generic_category(), path_.native());
      while (::flock(file.get(), LOCK_EX) != 0 && errno == EINTR) {
      }
      const struct stat locked = status_of(file);
      struct stat present {};
      const bool is_there = ::stat(path_.c_str(), &present) == 0;
      if (is_there && present.st_dev == locked.st_dev && present.st_ino == locked.st_ino) return file;
    }
  }

  [[nodiscard]] struct stat status_of(const FileDescriptor& file) const {
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) throw std::system_error(errno, std::generic_category(), path_.native());
    return status;
  }

  /// Each file becomes the next older one; those that are too many go. The caller has the lock.
  void begin_anew() const {
    std::int64_t number = 0;
    while (fs::exists(older(number))) ++number;
    for (; number != 0; --number) {
      if (number + 1 < max_files_) {
        fs::rename(older(number - 1), older(number));
      } else {
        fs::remove(older(number - 1));
      }
    }
    fs::rename(path_, older(0));
  }

  [[nodiscard]] fs::path older(std::int64_t number) const { return path_.native() + '.' + std::to_string(number); }

  /// Or is empty. Otherwise its latest line is a fragment of a process that was killed, or had no room to write.
  [[nodiscard]] bool ends_with_line_break(const FileDescriptor& file) const {
    const off_t size = status_of(file).st_size;
    char last = '\n';
    return size == 0 || ::pread(file.get(), &last, 1, size - 1) != 1 || last == '\n';
  }

  const fs::path path_;
  const std::uint64_t max_bytes_;
  const std::int64_t max_files_;
};

/// To the descriptor: the streams of the library would be flushed when the process exits, and wait for a reader then.
class Stderr final : public Destination {
 public:
  void write(const std::string& lines) override { write_all(STDERR_FILENO, lines + '\n', "stderr"); }
};

}  // namespace

std::unique_ptr<Destination> make_destination(const CallLogSettings& settings) {
  if (settings.file.empty()) return std::make_unique<Stderr>();
  return std::make_unique<File>(settings);
}

}  // namespace workbench::call_log
