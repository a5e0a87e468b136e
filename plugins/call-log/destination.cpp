#include "destination.hpp"

#include <Poco/AutoPtr.h>
#include <Poco/Exception.h>
#include <Poco/FileChannel.h>
#include <Poco/Message.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

namespace workbench::call_log {
namespace {

/// Until it is destroyed, no other workbench writes to the files of a folder. Without effect where that is not
/// possible.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder)
      : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (::flock(folder_.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }

 private:
  const FileDescriptor folder_;
};

/// Which file has a path, whatever its name was before; absent: none has.
using FileIdentity = std::optional<std::pair<dev_t, ino_t>>;

FileIdentity identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair(status.st_dev, status.st_ino);
}

/// The older files are FILE.0, the latest, FILE.1 and so on. Several processes may write to the same file: when one of
/// them has begun a new file, the others continue in it.
class File final : public Destination {
 public:
  explicit File(const Settings& settings) : path_(settings.file), channel_(new Poco::FileChannel(settings.file)) {
    if (settings.max_bytes == 0) return;
    // By size alone: when Poco rotates by age, it writes a line of its own into each file.
    channel_->setProperty(Poco::FileChannel::PROP_ROTATION, std::to_string(settings.max_bytes));
    channel_->setProperty(Poco::FileChannel::PROP_ARCHIVE, "number");
    channel_->setProperty(Poco::FileChannel::PROP_PURGECOUNT, std::to_string(settings.max_files - 1));
  }

  void write(const std::string& lines) override {
    const FolderLock lock(path_.parent_path());
    if (identity_of(path_) != identity_) channel_->close();
    const bool follows_fragment = has_failed_ && !ends_with_line_break();
    try {
      channel_->log(Poco::Message({}, follows_fragment ? "\n" + lines : lines, Poco::Message::PRIO_INFORMATION));
      has_failed_ = false;
      identity_ = identity_of(path_);
    } catch (const Poco::Exception& exception) {
      has_failed_ = true;
      // Or Poco, which does not know the size of a file any more when it has refused a write, takes it for too large:
      // on a full disk it would begin a new file with each write, until all older ones are deleted.
      channel_->close();
      throw std::runtime_error(exception.displayText());  // what() alone does not name the file
    }
  }

 private:
  /// Or is empty, or does not exist.
  [[nodiscard]] bool ends_with_line_break() const {
    std::ifstream stream(path_, std::ios::binary);
    stream.seekg(-1, std::ios::end);
    char last = '\n';
    stream.get(last);
    return last == '\n';
  }

  const std::filesystem::path path_;
  Poco::AutoPtr<Poco::FileChannel> channel_;
  FileIdentity identity_;    // of the file that the channel has open
  bool has_failed_ = false;  // the last write
};

/// To the descriptor: the streams of the library would be flushed when the process exits, and wait for a reader then.
class Stderr final : public Destination {
 public:
  void write(const std::string& lines) override {
    const std::string text = lines + '\n';
    std::string_view rest = text;
    while (!rest.empty()) {
      const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
      if (written >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) {
        pollfd writable{STDERR_FILENO, POLLOUT, 0};
        ::poll(&writable, 1, -1);
      } else if (errno != EINTR) {
        throw std::system_error(errno, std::generic_category(), "stderr");
      }
    }
  }
};

}  // namespace

std::unique_ptr<Destination> make_destination(const Settings& settings) {
  if (settings.file.empty()) return std::make_unique<Stderr>();
  return std::make_unique<File>(settings);
}

}  // namespace workbench::call_log
