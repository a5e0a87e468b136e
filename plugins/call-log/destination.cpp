#include "destination.hpp"

#include <Poco/AutoPtr.h>
#include <Poco/Exception.h>
#include <Poco/FileChannel.h>
#include <Poco/Message.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace workbench::call_log {
namespace {

/// The older files are FILE.0, the latest, FILE.1 and so on.
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
    const bool follows_fragment = has_failed_ && !ends_with_line_break();
    try {
      channel_->log(Poco::Message({}, follows_fragment ? "\n" + lines : lines, Poco::Message::PRIO_INFORMATION));
      has_failed_ = false;
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

  const std::string path_;
  Poco::AutoPtr<Poco::FileChannel> channel_;
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
