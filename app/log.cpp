#include "log.hpp"

#include <Poco/AsyncChannel.h>
#include <Poco/AutoPtr.h>
#include <Poco/Channel.h>
#include <Poco/FormattingChannel.h>
#include <Poco/Logger.h>
#include <Poco/Message.h>
#include <Poco/PatternFormatter.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace workbench::app {
namespace {

/// Writes to stderr itself and not through std::clog: the end of the process flushes that, and would wait for a write
/// that waits for ever.
class StderrChannel final : public Poco::Channel {
 public:
  void log(const Poco::Message& message) override {
    const std::string line = message.getText() + '\n';
    std::string_view rest = line;
    while (!rest.empty()) {
      const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
      if (written >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) {
        pollfd writable{STDERR_FILENO, POLLOUT, 0};
        ::poll(&writable, 1, -1);
      } else if (errno != EINTR) {
        return;
      }
    }
  }
};

constexpr const char* kPattern = "%Y-%m-%dT%H:%M:%S.%iZ %p [%s] %t";
constexpr const char* kQueuedLines = "2048";

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

/// A text from outside must not be able to forge a second line or to steer a terminal.
std::string on_one_line(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string line;
  line.reserve(text.size());
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte >= 0x20 && byte != 0x7F) {
      line += character;
    } else if (character == '\t') {
      line += ' ';
    } else {
      line.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
    }
  }
  return line;
}

}  // namespace

Log::Log(LogLevel level) {
  const Poco::AutoPtr<Poco::PatternFormatter> formatter(new Poco::PatternFormatter(kPattern));
  const Poco::AutoPtr<StderrChannel> channel(new StderrChannel);
  const Poco::AutoPtr<Poco::FormattingChannel> formatting(new Poco::FormattingChannel(formatter, channel));
  Poco::AutoPtr<Poco::AsyncChannel> queue(new Poco::AsyncChannel(formatting));
  queue->setProperty("queueSize", kQueuedLines);
  Poco::Logger::root().setChannel(queue);
  Poco::Logger::root().setLevel(priority_of(level));
}

Log::~Log() {
  // AsyncChannel::close() waits for its thread, and that for stderr: it gets a limited time, in a thread that nobody
  // waits for longer.
  struct Done {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
  };
  const auto done = std::make_shared<Done>();
  // The thread's alone from here on: whoever destroys it waits for its end as well.
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

void Log::write(LogLevel level, std::string_view source, std::string_view text) {
  Poco::Logger& logger = Poco::Logger::root();
  if (!logger.is(priority_of(level))) return;
  logger.log(Poco::Message(std::string(source), on_one_line(text), priority_of(level)));
}

}  // namespace workbench::app
