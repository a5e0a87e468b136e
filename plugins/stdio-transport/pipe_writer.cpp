#include "pipe_writer.hpp"

#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace workbench::stdio {
namespace {

/// What one system call writes: pieces of messages, in order.
class Gathering {
 public:
  /// Adds `message` and its newline, without the first `skipped` bytes.
  void add(const Message& message, std::size_t skipped) {
    for (const Message::Piece& piece : message.pieces()) add(piece.text(), skipped);
    add("\n", skipped);
  }

  [[nodiscard]] bool is_full() const { return count_ == parts_.size(); }

  /// Bytes written, or -1 with errno.
  [[nodiscard]] ssize_t write_to(int fd) const { return ::writev(fd, parts_.data(), static_cast<int>(count_)); }

 private:
  void add(std::string_view text, std::size_t& skipped) {
    if (skipped >= text.size()) {
      skipped -= text.size();
    } else if (!is_full()) {
      parts_[count_++] = {const_cast<char*>(text.data() + skipped), text.size() - skipped};
      skipped = 0;
    }
  }

  std::array<iovec, 64> parts_;
  std::size_t count_ = 0;
};

}  // namespace

PipeWriter::PipeWriter(EventLoop& loop, Descriptor output, Sink& sink)
    : loop_(loop), output_(std::move(output)), sink_(sink) {}

void PipeWriter::send(Message message) {
  if (!output_.is_open() || closing_) return;
  const std::size_t size = message.size() + 1;
  if (!queue_.empty()) return queue(std::move(message), size, 0);

  Gathering gathering;
  gathering.add(message, 0);
  const ssize_t written = gathering.write_to(output_.get());
  if (written == static_cast<ssize_t>(size)) return;
  // An error that stays is met again in flush(), where it can be told.
  queue(std::move(message), size, written < 0 ? 0 : static_cast<std::size_t>(written));
}

void PipeWriter::queue(Message message, std::size_t size, std::size_t written) {
  if (queue_.empty()) {
    written_ = written;
    watch_ = loop_.watch(output_.get(), Readiness::writable, [this] { flush(); });
  }
  backlog_ += size - written;
  queue_.push_back(std::move(message));
}

/// One system call each time, so that a fast reader does not keep us from the others.
void PipeWriter::flush() {
  Gathering gathering;
  std::size_t skipped = written_;
  for (const Message& message : queue_) {
    gathering.add(message, std::exchange(skipped, 0));
    if (gathering.is_full()) break;
  }
  const ssize_t written = gathering.write_to(output_.get());
  if (written < 0) {
    if (errno == EAGAIN || errno == EINTR) return;
    close();
    sink_.on_broken();
    return;
  }
  retire(static_cast<std::size_t>(written));
  if (!queue_.empty()) return;
  watch_.reset();
  if (closing_) output_.close();
  sink_.on_written();
}

void PipeWriter::retire(std::size_t written) {
  backlog_ -= written;
  written_ += written;
  while (!queue_.empty() && written_ >= queue_.front().size() + 1) {
    written_ -= queue_.front().size() + 1;
    queue_.pop_front();
  }
}

void PipeWriter::close_when_written() {
  closing_ = true;
  if (queue_.empty()) output_.close();
}

void PipeWriter::close() {
  watch_.reset();
  output_.close();
  queue_.clear();
  backlog_ = 0;
}

}  // namespace workbench::stdio
