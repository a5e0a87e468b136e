#include "listener/outgoing_pieces.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http {
namespace {

/// So many pieces at most go out with one write.
constexpr std::size_t kPiecesAtOnce = 64;

}  // namespace

void OutgoingPieces::add(std::string bytes, std::function<void()> written) {
  unsent_ += bytes.size();
  pieces_.push_back({std::move(bytes), std::move(written)});
}

const std::vector<boost::asio::const_buffer>& OutgoingPieces::next() {
  buffers_.clear();
  for (std::size_t piece = 0; piece != std::min(pieces_.size(), kPiecesAtOnce); ++piece) {
    buffers_.push_back(boost::asio::buffer(pieces_[piece].bytes));
  }
  buffers_.front() += begun_;
  return buffers_;
}

void OutgoingPieces::took(std::size_t bytes) {
  unsent_ -= bytes;
  begun_ += bytes;
  while (!pieces_.empty() && begun_ >= pieces_.front().bytes.size()) {
    const Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    begun_ -= piece.bytes.size();
    piece.written();
  }
}

void OutgoingPieces::drop() {
  begun_ = 0;
  unsent_ = 0;
  for (const Piece& piece : std::exchange(pieces_, {})) piece.written();
}

}  // namespace workbench::http
