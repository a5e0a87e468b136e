#pragma once

#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace workbench::http {

/// What is to be written to one socket, in order, and who wants to know when it is. [io thread]
class OutgoingPieces {
 public:
  /// `written` is called when all of `bytes` has been taken, or is dropped.
  void add(std::string bytes, std::function<void()> written);

  [[nodiscard]] bool is_empty() const { return pieces_.empty(); }
  [[nodiscard]] std::size_t unsent() const { return unsent_; }

  /// The beginning of what is left, for one write; valid until took() or drop(). There must be something left.
  [[nodiscard]] const std::vector<boost::asio::const_buffer>& next();

  /// So many bytes of it have been taken. What is called because of that may add to the pieces, or drop them.
  void took(std::size_t bytes);

  void drop();

 private:
  struct Piece {
    std::string bytes;
    std::function<void()> written;
  };

  std::deque<Piece> pieces_;
  std::size_t begun_ = 0;  // bytes of the first piece that are taken
  std::size_t unsent_ = 0;
  std::vector<boost::asio::const_buffer> buffers_;
};

}  // namespace workbench::http
