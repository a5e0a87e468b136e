#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <vector>

#include <workbench/message.hpp>

namespace workbench::http {

/// The output that is still to be written to one socket, in order. The bytes are the pieces of Message, so that a large
/// payload is written from the buffer in which it was received. [loop thread]
class WriteQueue {
 public:
  void push(Message bytes);

  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The next buffers for one gathered write, valid until push(), consume() or clear(). The queue must not be empty.
  [[nodiscard]] const std::vector<iovec>& next();

  /// Removes `bytes` that have been written.
  void consume(std::size_t bytes);

  void clear();

 private:
  // Not a deque, which takes half a kilobyte even if it is empty, as most queues are most of the time.
  std::vector<Message> messages_;
  std::size_t first_ = 0;    // the messages before it have been written
  std::size_t written_ = 0;  // bytes of the first message
  std::size_t size_ = 0;
  std::vector<iovec> buffers_;
};

}  // namespace workbench::http
