#include "process/log.hpp"

#include <Poco/AsyncChannel.h>
#include <Poco/AutoPtr.h>
#include <Poco/Channel.h>
#include <Poco/Logger.h>
#include <Poco/Message.h>
#include <Poco/PatternFormatter.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "base/counted.hpp"
#include "base/visible_text.hpp"

namespace workbench::app {

struct Log::Counts {
  std::atomic<std::size_t> queued = 0;  // lines, not written yet
  std::atomic<std::size_t> queued_bytes = 0;
  std::atomic<std::uint64_t> dropped = 0;
  std::atomic<std::uint64_t> unreported = 0;  // of the dropped ones
};

namespace {

/// The part of the queue that is reserved for warnings and errors.
constexpr std::size_t kReservedLines = 256;
constexpr std::size_t kReservedBytes = 1024UL * 1024;

/// Bytes of a line in the queue besides its text.
constexpr std::size_t kLineOverhead = 512;

std::size_t bytes_of(const Poco::Message& message) {
  return message.getText().size() + message.getSource().size() + kLineOverhead;
}

constexpr const char* kPattern = "%Y-%m-%dT%H:%M:%S.%iZ %p [%s] %t";

}  // namespace

/// Writes to the descriptor instead of std::clog, which is flushed when the process exits: that would wait for ever if
/// stderr is not read.
class Log::StderrChannel final : public Poco::Channel {
 public:
  /// A line that is written is no longer queued.
  StderrChannel(std::shared_ptr<Counts> counts, FileDescriptor file)
      : counts_(std::move(counts)), file_(std::move(file)), formatter_(kPattern) {}

  void log(const Poco::Message& message) override {
    const Written written{*counts_, bytes_of(message)};
    const std::string line = line_of(message);
    copy_to_file(line);
    if (lost_ > 0 && !write(line_of(report_of_loss()))) return lose();
    lost_ = 0;
    if (!write(line)) lose();
  }

 private:
  /// Removes a line from the counts, even if there is no memory to format it.
  struct Written {
    Counts& counts;
    const std::size_t bytes;

    ~Written() {
      --counts.queued;
      counts.queued_bytes -= bytes;
    }
  };

  std::string line_of(const Poco::Message& message) {
    std::string line;
    formatter_.format(message, line);
    return line += '\n';
  }

  /// In one write, so that lines of two processes do not mix. What cannot be written is still on stderr.
  void copy_to_file(const std::string& line) const {
    if (file_.is_open()) [[maybe_unused]]
      const ssize_t written = ::write(file_.get(), line.data(), line.size());
  }

  /// A line could not be written, as on a disk that is full. The log has no other place to report it: the next line
  /// that can be written is preceded by a report.
  void lose() {
    ++lost_;
    ++counts_->dropped;
  }

  [[nodiscard]] Poco::Message report_of_loss() const {
    return {"workbench",
            base::counted(lost_, "line") + " missing here: could not be written (" +
                std::generic_category().message(lost_because_) + ")",
            Poco::Message::PRIO_WARNING};
  }

  /// False: not all of the line could be written. A part of one is completed to a line before the next one.
  bool write(const std::string& line) {
    std::string_view line_break = ends_in_part_ ? "\n" : "";
    if (!write_all(line_break)) return false;
    std::string_view rest = line;
    ends_in_part_ = false;
    if (write_all(rest)) return true;
    ends_in_part_ = rest.size() != line.size();
    return false;
  }

  /// Removes from `rest` what was written.
  bool write_all(std::string_view& rest) {
    while (!rest.empty()) {
      const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
      if (written >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) {
        pollfd writable{STDERR_FILENO, POLLOUT, 0};
        ::poll(&writable, 1, -1);
      } else if (errno != EINTR) {
        lost_because_ = errno;
        return false;
      }
    }
    return true;
  }

  const std::shared_ptr<Counts> counts_;
  const FileDescriptor file_;
  Poco::PatternFormatter formatter_;
  std::uint64_t lost_ = 0;     // since the last line that was written
  int lost_because_ = 0;       // of errno
  bool ends_in_part_ = false;  // of a line
};

namespace {

Poco::Message::Priority priority_of(LogLevel level) {
  switch (level) {
    case LogLevel::error: return Poco::Message::PRIO_ERROR;
    case LogLevel::warning: return Poco::Message::PRIO_WARNING;
    case LogLevel::information: return Poco::Message::PRIO_INFORMATION;
    case LogLevel::debug: return Poco::Message::PRIO_DEBUG;
    case LogLevel::trace: return Poco::Message::PRIO_TRACE;
  }
  return Poco::Message::PRIO_INFORMATION;
}

}  // namespace

/// Passes lines on to the thread that writes them, unless too many wait for it. Its own bound is used in place of
/// AsyncChannel's, which does not report what it drops.
class Log::Queue final : public Poco::AsyncChannel {
 public:
  Queue(Poco::Channel::Ptr next, std::shared_ptr<Counts> counts)
      : Poco::AsyncChannel(std::move(next)), counts_(std::move(counts)) {}

  void log(const Poco::Message& message) override {
    const bool is_severe = message.getPriority() <= Poco::Message::PRIO_WARNING;
    const std::size_t max_lines = is_severe ? kMaxQueuedLines : kMaxQueuedLines - kReservedLines;
    const std::size_t max_bytes = is_severe ? kMaxQueuedBytes : kMaxQueuedBytes - kReservedBytes;
    if (counts_->queued >= max_lines || counts_->queued_bytes + bytes_of(message) > max_bytes) {
      ++counts_->dropped;
      ++counts_->unreported;
      return;
    }
    if (const std::uint64_t unreported = counts_->unreported.exchange(0); unreported > 0) {
      enqueue({"workbench", base::counted(unreported, "line") + " missing here: stderr was not read in time",
               Poco::Message::PRIO_WARNING});
    }
    enqueue(message);
  }

 private:
  void enqueue(const Poco::Message& message) {
    // Before it is queued, because the thread may have written it before log() returns.
    ++counts_->queued;
    counts_->queued_bytes += bytes_of(message);
    try {
      Poco::AsyncChannel::log(message);
    } catch (...) {  // no memory
      --counts_->queued;
      counts_->queued_bytes -= bytes_of(message);
      throw;
    }
  }

  const std::shared_ptr<Counts> counts_;
};

Log::Log(LogLevel level, const std::string& file) : counts_(std::make_shared<Counts>()) {
  // Not blocking: a pipe without a reader would hold up the start.
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_CLOEXEC | O_NONBLOCK;
  FileDescriptor opened(file.empty() ? -1 : ::open(file.c_str(), kFlags, 0600));
  const bool is_missing = !file.empty() && !opened.is_open();
  const Poco::AutoPtr<StderrChannel> channel(new StderrChannel(counts_, std::move(opened)));
  const Poco::AutoPtr<Queue> queue(new Queue(channel, counts_));
  Poco::Logger::root().setChannel(queue);
  Poco::Logger::root().setLevel(priority_of(level));
  if (is_missing) {
    write(LogLevel::warning, "workbench", "cannot write the log to '" + file + "' (log.file); it is on stderr only");
  }
}

Log::~Log() {
  for (const auto& [source, count] : quota_.left_out()) report_left_out(source, count);

  // AsyncChannel::close() waits for its thread, which may wait for stderr. So it runs in another thread, for which the
  // time to wait is limited.
  struct Done {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
  };
  const auto done = std::make_shared<Done>();
  // Only that thread owns the channel from here on, because destroying it waits as well.
  Poco::Channel::Ptr queue = Poco::Logger::root().getChannel();
  Poco::Logger::root().setChannel(nullptr);
  std::thread([done, queue = std::move(queue)]() mutable {
    queue->close();
    queue.reset();
    const std::lock_guard lock(done->mutex);
    done->is_done = true;
    done->changed.notify_one();
  }).detach();
  std::unique_lock lock(done->mutex);
  done->changed.wait_for(lock, kMaxWait, [&] { return done->is_done; });
}

std::uint64_t Log::dropped_lines() const {
  return counts_->dropped;
}

void Log::set_level(LogLevel level) {
  Poco::Logger::root().setLevel(priority_of(level));
}

void Log::write(LogLevel level, std::string_view source, std::string_view text) {
  Poco::Logger& logger = Poco::Logger::root();
  if (!logger.is(priority_of(level))) return;
  if (level == LogLevel::warning || level == LogLevel::error) {
    const auto [verdict, left_out] = [&] {
      const std::lock_guard lock(mutex_);
      return quota_.decide(source);
    }();
    if (left_out > 0) report_left_out(source, left_out);
    if (verdict == LineQuota::Verdict::left_out) return;
    if (verdict == LineQuota::Verdict::first_left_out) {
      text = "warnings are left out from here on: there are too many";
    }
  }
  std::string line = base::visible_line(text.substr(0, kMaxTextBytes));
  if (text.size() > kMaxTextBytes) {
    line.append("... (").append(base::counted(text.size() - kMaxTextBytes, "byte")).append(" more)");
  }
  const std::string visible_source = base::visible_line(source.substr(0, kMaxTextBytes));
  logger.log(Poco::Message(visible_source, line, priority_of(level)));
  recent_.add(visible_source, {std::chrono::system_clock::now(), level, std::move(line)});
}

void Log::report_left_out(std::string_view source, std::uint64_t count) {
  Poco::Logger& logger = Poco::Logger::root();
  if (!logger.is(Poco::Message::PRIO_WARNING)) return;
  logger.log(Poco::Message(base::visible_line(source),
                           base::counted(count, "warning") + " left out here: more than " +
                               std::to_string(LineQuota::kPerSecond) + " in a second",
                           Poco::Message::PRIO_WARNING));
}

}  // namespace workbench::app
