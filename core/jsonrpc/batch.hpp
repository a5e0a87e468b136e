#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/message.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/principal.hpp>

#include "jsonrpc/id.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::jsonrpc {

/// The responses to one JSON-RPC batch ("basic/index", section Batching, of 2025-03-26). Each request of the batch
/// holds it until it is answered or cancelled; the destructor sends the responses as one array. "If there are no
/// Response objects contained within the Response array as it is to be sent to the client, the server MUST NOT return
/// an empty Array and should return nothing at all" (JSON-RPC 2.0, section 6). [loop thread]
class Batch {
 public:
  /// `send` receives the array; it may be called after the peer was destroyed. It is not much longer than `max_bytes`:
  /// a response that does not fit is replaced by an error.
  Batch(std::size_t max_bytes, MoveOnlyFunction<void(Message)> send) : max_bytes_(max_bytes), send_(std::move(send)) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() {
    if (responses_.empty()) return;
    Message array;
    array.append("[");
    for (std::size_t index = 0; index < responses_.size(); ++index) {
      if (index > 0) array.append(",");
      array.append(std::move(responses_[index]));
    }
    send_(std::move(array.append("]")));
  }

  void add(const Id& id, Message response) {
    if (bytes_ + response.size() > max_bytes_ && response.size() >= kLargeResponse) {
      response = write_error(id, kInternalError,
                             "The responses to this batch are larger than " + std::to_string(max_bytes_) +
                                 " bytes (limits.messageBytes); send the request alone");
    }
    bytes_ += response.size();
    responses_.push_back(std::move(response));
  }

 private:
  static constexpr std::size_t kLargeResponse = 512;  ///< not much more than the error is

  const std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  MoveOnlyFunction<void(Message)> send_;
  std::vector<Message> responses_;
};

/// Where the response to one of the peer's requests is sent: straight to the peer, or into the batch of the
/// request.
struct ReplyTarget {
  Id id;
  std::shared_ptr<Batch> batch;  ///< null: none
  std::size_t size = 0;          ///< bytes of the request's text
  /// The scopes that the request's authorization grants; null: it named none. See CheckedMessage::scopes.
  std::shared_ptr<const Scopes> scopes = nullptr;
  /// The name that the connection has given the request; 0: none, its id is its name. See
  /// CheckedMessage::related_request.
  std::uint64_t number = 0;

  /// What Message::related_request is for messages that belong to the request.
  [[nodiscard]] std::string related_request() const { return number == 0 ? id.raw() : std::to_string(number); }
};

}  // namespace workbench::jsonrpc
