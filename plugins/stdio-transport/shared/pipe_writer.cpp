#include "shared/pipe_writer.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "shared/plain_calls.hpp"
#include "shared/write_turn.hpp"

namespace workbench::stdio {
namespace {

/// More than this is not collected but written, so that a turn of large messages does not pile them up.
constexpr std::size_t kMostCollected = 64 * 1024;

/// What one system call writes: pieces of messages, in order.
class Gathering {
 public:
  /// Adds `message` without its first `skipped` bytes.
  void add(const Message& message, std::size_t skipped) {
    for (const Message::Piece& piece : message.pieces()) add(piece.text(), skipped);
  }

  [[nodiscard]] bool is_full() const { return count_ == parts_.size(); }

  /// Bytes written, or -1 with errno.
  [[nodiscard]] ssize_t write_to(int fd) const {
    if (count_ == 1) return ::write(fd, parts_[0].iov_base, parts_[0].iov_len);
    return ::writev(fd, parts_.data(), static_cast<int>(count_));
  }

 private:
  void add(std::string_view text, std::size_t& skipped) {
    if (skipped >= text.size()) {
      skipped -= text.size();
    } else if (!is_full()) {
      parts_[count_++] = {const_cast<char*>(text.data() + skipped), text.size() - skipped};
      skipped = 0;
    }
  }

  std::array<iovec, 256> parts_;
  std::size_t count_ = 0;
};

/// Bytes written of a message in one system call, or -1 with errno. Nearly every message is one piece.
ssize_t write_message(int fd, const Message& message) {
  const Message::Pieces pieces = message.pieces();
  if (pieces.size() == 1) return plain_write(fd, pieces[0].text().data(), pieces[0].text().size());
  Gathering gathering;
  gathering.add(message, 0);
  return gathering.write_to(fd);
}

}  // namespace

PipeWriter::PipeWriter(EventLoop& loop, Descriptor output, Sink& sink)
    : loop_(loop), output_(std::move(output)), sink_(sink) {}

PipeWriter::~PipeWriter() {
  if (collecting_) WriteTurn::current()->leave(*this);
}

void PipeWriter::send(Message&& message) {
  if (!output_.is_open() || closing_) return;
  message.append("\n");
  const std::size_t size = message.size();
  if (watch_ != nullptr) return queue(std::move(message), size, 0);
  if (WriteTurn* turn = WriteTurn::current(); turn != nullptr) {
    queue(std::move(message), size, 0);
    if (!std::exchange(collecting_, true)) turn->join(*this);
    if (queued_ > kMostCollected) write_collected();
    return;
  }
  const ssize_t written = write_message(output_.get(), message);
  if (written == static_cast<ssize_t>(size)) return;
  queue(std::move(message), size, written < 0 ? 0 : static_cast<std::size_t>(written));
  wait_to_write();
}

void PipeWriter::queue(Message message, std::size_t size, std::size_t written) {
  if (queue_.empty()) written_ = written;
  queued_ += size - written;
  queue_.push_back(std::move(message));
}

// An error that stays is met again in flush(), where it can be told.
void PipeWriter::wait_to_write() {
  watch_ = loop_.watch(output_.get(), Readiness::writable, [this] { flush(); });
}

void PipeWriter::write_collected() {
  if (std::exchange(collecting_, false) && WriteTurn::current() != nullptr) WriteTurn::current()->leave(*this);
  while (!queue_.empty() && watch_ == nullptr) {
    if (write_queued() < 0) wait_to_write();
  }
  if (queue_.empty() && closing_) output_.close();
}

/// One system call each time, so that a fast reader does not keep us from the others.
void PipeWriter::flush() {
  if (write_queued() < 0) {
    if (errno == EAGAIN || errno == EINTR) return;
    close();
    sink_.on_broken();
    return;
  }
  if (!queue_.empty()) return;
  watch_.reset();
  if (closing_) output_.close();
  sink_.on_written();
}

/// Bytes written of the queue in one system call, or -1 with errno.
std::ptrdiff_t PipeWriter::write_queued() {
  Gathering gathering;
  std::size_t skipped = written_;
  for (const Message& message : queue_) {
    gathering.add(message, std::exchange(skipped, 0));
    if (gathering.is_full()) break;
  }
  const ssize_t written = gathering.write_to(output_.get());
  if (written > 0) retire(static_cast<std::size_t>(written));
  return written;
}

void PipeWriter::retire(std::size_t written) {
  queued_ -= written;
  written_ += written;
  while (!queue_.empty() && written_ >= queue_.front().size()) {
    written_ -= queue_.front().size();
    queue_.pop_front();
  }
}

void PipeWriter::close_when_written() {
  closing_ = true;
  if (queue_.empty()) output_.close();
}

void PipeWriter::close() {
  if (std::exchange(collecting_, false)) WriteTurn::current()->leave(*this);
  watch_.reset();
  output_.close();
  queue_.clear();
  queued_ = 0;
}

}  // namespace workbench::stdio
