#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/message.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

class WriteBatch;

/// Writes messages, one per line and in order, and never blocks: immediately if the descriptor accepts them, the rest
/// when it becomes writable. The pieces of a message are gathered, not copied. [loop thread]
class PipeWriter final {
 public:
  /// Both are called from the loop, never from inside a call to the writer, and may destroy it.
  class Sink {
   public:
    /// The backlog is empty again.
    virtual void on_written() = 0;
    /// The other side does not read any more. Unwritten messages are dropped, and later ones too. Called once.
    virtual void on_broken() = 0;

   protected:
    ~Sink() = default;
  };

  PipeWriter(EventLoop& loop, FileDescriptor output, Sink& sink);
  ~PipeWriter();
  PipeWriter(const PipeWriter&) = delete;
  PipeWriter& operator=(const PipeWriter&) = delete;

  void send(Message&& message);
  /// Bytes that the descriptor has not accepted yet; bytes that only wait for the end of a WriteBatch are not counted.
  [[nodiscard]] std::size_t backlog() const { return watch_ == nullptr ? 0 : queued_; }
  /// Writes now the output that waits for the end of a WriteBatch.
  void flush();

  /// Closes the descriptor once everything sent so far has been written.
  void close_when_written();
  /// Closes the descriptor now and drops unwritten output.
  void close();

 private:
  void remove_from_batch();
  void queue(Message message, std::size_t size, std::size_t written);
  void wait_to_write();
  void on_writable();
  [[nodiscard]] std::ptrdiff_t write_queued();
  void drop_written(std::size_t written);

  EventLoop& loop_;
  FileDescriptor output_;
  Sink& sink_;
  std::deque<Message> queue_;
  std::size_t last_size_ = 0;  ///< bytes of the last message in the queue
  std::size_t written_ = 0;    ///< bytes of the first message in the queue that are written
  std::size_t queued_ = 0;     ///< bytes of the queue that are not written
  bool closing_ = false;
  WriteBatch* batch_ = nullptr;  ///< will flush this writer at its end
  EventLoop::Watch watch_;
};

/// While a batch exists, writers collect their messages; its destructor writes them. A reader makes a batch while it
/// delivers the lines of one read, so that all messages that they cause on one pipe cost one system call. Lives on the
/// stack. [loop thread]
class WriteBatch {
 public:
  WriteBatch();
  ~WriteBatch();
  WriteBatch(const WriteBatch&) = delete;
  WriteBatch& operator=(const WriteBatch&) = delete;

  /// The innermost batch, or null.
  [[nodiscard]] static WriteBatch* current();

  /// `writer` has something to write at the end of the batch.
  void add(PipeWriter& writer) { writers_.push_back(&writer); }
  void remove(const PipeWriter& writer);

 private:
  WriteBatch* const outer_;
  std::vector<PipeWriter*> writers_;
};

}  // namespace workbench::stdio
