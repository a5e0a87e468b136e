#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workbench/json.hpp"

namespace workbench {

/// One outgoing JSON-RPC message, as a few pieces in order. A large payload is not copied: its piece shares the buffer
/// in which it came. The pieces together are one line of text without its newline.
class Message {
 public:
  /// From this size on a payload is shared; below it, copying into the piece before costs less than another piece.
  static constexpr std::size_t kShareFrom = 4096;

  class Piece {
   public:
    explicit Piece(std::string text) : own_(std::move(text)) {}
    explicit Piece(Json payload) : shared_(std::move(payload)) {}

    [[nodiscard]] std::string_view text() const& {
      return shared_.is_absent() ? std::string_view(own_) : shared_.text();
    }
    std::string_view text() const&& = delete;

   private:
    friend class Message;
    std::string own_;
    Json shared_;
  };

  Message() = default;
  explicit Message(std::string text) { pieces_.emplace_back(std::move(text)); }

  /// Appends text of ours (copied).
  Message& append(std::string_view text) {
    if (pieces_.empty() || !pieces_.back().shared_.is_absent()) pieces_.emplace_back(std::string());
    pieces_.back().own_.append(text);
    return *this;
  }

  /// Appends a payload, shared from kShareFrom bytes on.
  Message& append(const Json& payload) {
    if (payload.text().size() < kShareFrom) return append(payload.text());
    pieces_.emplace_back(payload);
    return *this;
  }

  /// Appends all pieces of another message (related_request is not taken over).
  Message& append(Message other) {
    for (Piece& piece : other.pieces_) pieces_.push_back(std::move(piece));
    return *this;
  }

  [[nodiscard]] const std::vector<Piece>& pieces() const& { return pieces_; }

  /// Bytes in all pieces.
  [[nodiscard]] std::size_t size() const {
    std::size_t sum = 0;
    for (const Piece& piece : pieces_) sum += piece.text().size();
    return sum;
  }

  /// The raw JSON-RPC id of the peer's request that this message belongs to: its response, or a notification about it.
  /// Empty: it belongs to none. A transport with one stream ignores it; one with a stream per request routes by it.
  std::string related_request;

 private:
  std::vector<Piece> pieces_;
};

}  // namespace workbench
