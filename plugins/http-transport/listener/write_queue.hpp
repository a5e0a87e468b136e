#pragma once

#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace workbench::http {

/// What is still to be written to one socket, in order. [io thread]
class WriteQueue {
 public:
  /// `written` is called once when the system has accepted all of `bytes`, or when they are dropped.
  void push(std::string bytes, std::function<void()> written);

  [[nodiscard]] bool is_empty() const { return chunks_.empty(); }
  [[nodiscard]] std::size_t unsent() const { return unsent_; }

  /// The next buffers for one write, valid until consume() or clear(). The queue must not be empty.
  [[nodiscard]] const std::vector<boost::asio::const_buffer>& next();

  /// Removes `bytes` that have been written. The callbacks it calls may push to the queue or clear it.
  void consume(std::size_t bytes);

  void clear();

 private:
  struct Chunk {
    std::string bytes;
    std::function<void()> written;
  };

  std::deque<Chunk> chunks_;
  std::size_t consumed_ = 0;  // bytes of the first chunk
  std::size_t unsent_ = 0;
  std::vector<boost::asio::const_buffer> buffers_;
};

}  // namespace workbench::http
