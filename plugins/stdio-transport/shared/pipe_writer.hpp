#pragma once

#include <cstddef>
#include <deque>

#include <workbench/event_loop.hpp>
#include <workbench/message.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// Writes messages, one a line, in order and without ever waiting: at once if the descriptor takes them, the rest when
/// it takes more. The pieces of a message are gathered, not copied. [loop thread]
class PipeWriter final {
 public:
  /// Both are called from the loop, never from inside a call to the writer, and may destroy it.
  class Sink {
   public:
    /// The backlog is empty again.
    virtual void on_written() = 0;
    /// The other side does not read any more. What was not written is dropped, and so is what comes. Once.
    virtual void on_broken() = 0;

   protected:
    ~Sink() = default;
  };

  PipeWriter(EventLoop& loop, Descriptor output, Sink& sink);
  ~PipeWriter();
  PipeWriter(const PipeWriter&) = delete;
  PipeWriter& operator=(const PipeWriter&) = delete;

  void send(Message&& message);
  /// Bytes that the descriptor did not take when it was asked.
  [[nodiscard]] std::size_t backlog() const { return watch_ == nullptr ? 0 : queued_; }
  /// Writes what a WriteTurn had it collect.
  void write_collected();

  /// The other side sees the end of the stream after what send() has taken so far.
  void close_when_written();
  /// The other side sees the end of the stream now.
  void close();

 private:
  void queue(Message message, std::size_t size, std::size_t written);
  void wait_to_write();
  void flush();
  [[nodiscard]] std::ptrdiff_t write_queued();
  void retire(std::size_t written);

  EventLoop& loop_;
  Descriptor output_;
  Sink& sink_;
  std::deque<Message> queue_;
  std::size_t written_ = 0;  ///< of the first message in the queue
  std::size_t queued_ = 0;   ///< bytes of the queue that are not written
  bool closing_ = false;
  bool collecting_ = false;  ///< for the end of the turn
  EventLoop::Watch watch_;
};

}  // namespace workbench::stdio
