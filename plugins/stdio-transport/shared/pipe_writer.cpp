#include "shared/pipe_writer.hpp"

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace workbench::stdio {
namespace {

/// A writer with more than this does not wait for the end of the batch, so that large messages do not pile up.
constexpr std::size_t kMaxBatched = 64 * 1024;

/// Small messages that wait in the same queue are made one text of up to so many bytes: copying one costs less than a
/// place in the queue and a part of the system call.
constexpr std::size_t kMaxJoined = 32 * 1024;

WriteBatch* current_batch = nullptr;  // of the one loop thread

/// The output of one system call: pieces of messages, in order.
class GatheredWrite {
 public:
  /// Adds `message` without its first `skipped` bytes.
  void add(const Message& message, std::size_t skipped) {
    for (const Message::Piece& piece : message.pieces()) add(piece.text(), skipped);
  }

  [[nodiscard]] bool is_full() const { return count_ == parts_.size(); }

  /// Bytes written, or -1 with errno.
  [[nodiscard]] ssize_t write_to(const FileDescriptor& output) const {
    if (count_ == 1) return stdio::write_to(output, parts_[0].iov_base, parts_[0].iov_len);
    return ::writev(output.get(), parts_.data(), static_cast<int>(count_));
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

/// Writes as much of a message as one system call does. Returns the bytes written, or -1 with errno. Nearly every
/// message is one piece.
ssize_t write_message(const FileDescriptor& output, const Message& message) {
  const Message::Pieces pieces = message.pieces();
  if (pieces.size() == 1) return write_to(output, pieces[0].text().data(), pieces[0].text().size());
  GatheredWrite gathered;
  gathered.add(message, 0);
  return gathered.write_to(output);
}

}  // namespace

PipeWriter::PipeWriter(EventLoop& loop, FileDescriptor output, Sink& sink)
    : loop_(loop), output_(std::move(output)), sink_(sink) {}

PipeWriter::~PipeWriter() {
  remove_from_batch();
}

void PipeWriter::remove_from_batch() {
  if (WriteBatch* batch = std::exchange(batch_, nullptr); batch != nullptr) batch->remove(*this);
}

void PipeWriter::send(Message&& message) {
  if (!output_.is_open() || closing_) return;
  message.append("\n");
  const std::size_t size = message.size();
  if (watch_ != nullptr) return queue(std::move(message), size, 0);
  if (WriteBatch* batch = WriteBatch::current(); batch != nullptr) {
    queue(std::move(message), size, 0);
    if (batch_ == nullptr) {
      batch_ = batch;
      batch->add(*this);
    }
    if (queued_ > kMaxBatched) flush();
    return;
  }
  const ssize_t written = write_message(output_, message);
  if (written == static_cast<ssize_t>(size)) return;
  queue(std::move(message), size, written < 0 ? 0 : static_cast<std::size_t>(written));
  wait_to_write();
}

void PipeWriter::queue(Message message, std::size_t size, std::size_t written) {
  queued_ += size - written;
  if (queue_.empty()) {
    written_ = written;
  } else if (last_size_ + size <= kMaxJoined) {
    last_size_ += size;
    queue_.back().append(std::move(message));
    return;
  }
  last_size_ = size;
  queue_.push_back(std::move(message));
}

/// A lasting error occurs again in on_writable(), from where it may be reported.
void PipeWriter::wait_to_write() {
  watch_ = loop_.watch(output_.get(), Readiness::writable, [this] { on_writable(); });
}

void PipeWriter::flush() {
  remove_from_batch();
  while (!queue_.empty() && watch_ == nullptr) {
    if (write_queued() < 0) wait_to_write();
  }
  if (queue_.empty() && closing_) output_.close();
}

/// One system call each time, so that a fast reader does not starve the others.
void PipeWriter::on_writable() {
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

/// Writes as much of the queue as one system call does. Returns the bytes written, or -1 with errno.
std::ptrdiff_t PipeWriter::write_queued() {
  GatheredWrite gathered;
  std::size_t skipped = written_;
  for (const Message& message : queue_) {
    gathered.add(message, std::exchange(skipped, 0));
    if (gathered.is_full()) break;
  }
  const ssize_t written = gathered.write_to(output_);
  if (written > 0) drop_written(static_cast<std::size_t>(written));
  return written;
}

void PipeWriter::drop_written(std::size_t written) {
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
  remove_from_batch();
  watch_.reset();
  output_.close();
  queue_.clear();
  queued_ = 0;
}

WriteBatch::WriteBatch() : outer_(std::exchange(current_batch, this)) {}

WriteBatch::~WriteBatch() {
  current_batch = outer_;
  for (PipeWriter* writer : std::exchange(writers_, {})) writer->flush();
}

WriteBatch* WriteBatch::current() {
  return current_batch;
}

void WriteBatch::remove(const PipeWriter& writer) {
  writers_.erase(std::remove(writers_.begin(), writers_.end(), &writer), writers_.end());
}

}  // namespace workbench::stdio
