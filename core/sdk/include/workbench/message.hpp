#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json.hpp>

namespace workbench {

/// One outgoing JSON-RPC message, as a few pieces in order. A large payload is not copied: its piece shares the buffer
/// in which it was received. The pieces together are one line of text without its newline. Not tied to a thread.
class Message {
 public:
  /// A payload of this many bytes or more is shared; copying a smaller one into the piece before it costs less than
  /// another piece.
  static constexpr std::size_t kShareFrom = 4096;

  class Piece {
   public:
    explicit Piece(std::string_view text) : text_(text) {}

    /// Valid as long as the message is neither destroyed nor changed.
    [[nodiscard]] std::string_view text() const { return text_; }

   private:
    std::string_view text_;
  };

  /// The pieces of a message, which must outlive this. Some may be empty.
  class Pieces {
   public:
    class Iterator {
     public:
      Iterator(const Message& message, std::size_t index) : message_(&message), index_(index) {}
      [[nodiscard]] Piece operator*() const { return message_->piece(index_); }
      Iterator& operator++() {
        ++index_;
        return *this;
      }
      [[nodiscard]] bool operator==(const Iterator&) const = default;

     private:
      const Message* message_;
      std::size_t index_;
    };

    explicit Pieces(const Message& message) : message_(message) {}
    [[nodiscard]] Iterator begin() const { return {message_, 0}; }
    [[nodiscard]] Iterator end() const { return {message_, size()}; }
    [[nodiscard]] std::size_t size() const { return 2 * message_.shared_.size() + 1; }
    [[nodiscard]] Piece operator[](std::size_t index) const { return message_.piece(index); }

   private:
    const Message& message_;
  };

  Message() = default;
  explicit Message(std::string text) : own_(std::move(text)) {}

  /// Appends `text`, which is copied.
  Message& append(std::string_view text) {
    own_.append(text);
    return *this;
  }

  /// Appends a payload, shared from kShareFrom bytes on.
  Message& append(const Json& payload) {
    if (payload.text().size() < kShareFrom) return append(payload.text());
    shared_.push_back({own_.size(), payload});
    return *this;
  }

  /// Appends all pieces of another message. Its attributes, those below, are ignored.
  Message& append(Message other) {
    for (Shared& one : other.shared_) shared_.push_back({own_.size() + one.place, std::move(one.payload)});
    own_.append(other.own_);
    return *this;
  }

  [[nodiscard]] Pieces pieces() const& { return Pieces(*this); }
  Pieces pieces() const&& = delete;

  /// Bytes in all pieces.
  [[nodiscard]] std::size_t size() const {
    std::size_t sum = own_.size();
    for (const Shared& one : shared_) sum += one.payload.text().size();
    return sum;
  }

  /// The JSON text of the id of the peer's request that this message belongs to, or the name that the connection has
  /// given that request (CheckedMessage::related_request): the response to it, or a notification or request that is
  /// sent in its course. Empty: it belongs to none. A transport with one stream ignores it; one with a stream for each
  /// request routes by it.
  std::string related_request;

  /// The message is the response to `related_request`, result or error, and the last message that belongs to it.
  bool is_response = false;

  /// The code of a JSON-RPC error response; 0 in every other message. For a transport that also reports it in its own
  /// way, such as a status code.
  int error_code = 0;

  /// In an error response: the scopes that the request needs and the client's authorization does not grant all of. A
  /// transport on which clients present an authorization asks for another one in its own way (over HTTP 403 and
  /// `insufficient_scope`: "basic/authorization", Scope Challenge Handling). Empty in every other message.
  std::vector<std::string> needed_scopes;

 private:
  /// A payload and the place in our own text that it precedes.
  struct Shared {
    std::size_t place;
    Json payload;
  };

  // Text of ours and shared payloads by turns: 0 is the text before the first payload, 1 that payload, and so on.
  [[nodiscard]] Piece piece(std::size_t index) const {
    const std::size_t which = index / 2;
    if (index % 2 != 0) return Piece(shared_[which].payload.text());
    const std::size_t begin = which == 0 ? 0 : shared_[which - 1].place;
    const std::size_t end = which == shared_.size() ? own_.size() : shared_[which].place;
    return Piece(std::string_view(own_).substr(begin, end - begin));
  }

  // All of our own text in one string: a message without a large payload, which nearly all are, is one allocation.
  std::string own_;
  std::vector<Shared> shared_;
};

}  // namespace workbench
