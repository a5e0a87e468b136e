#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include <workbench/caller.hpp>

#include "base/weak_handle.hpp"
#include "jsonrpc/peer.hpp"
#include "servers/event.hpp"

namespace workbench::servers {

/// The input requests of one server that have not been responded to. [loop thread]
class InputRequests {
 public:
  /// `peer` must outlive it.
  explicit InputRequests(jsonrpc::Peer& peer) : peer_(peer) {}

  /// The event that this request is; its response goes to `target`.
  [[nodiscard]] InputRequested add(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target);

  /// The server needs no response any more: one that comes is dropped.
  void cancel(const jsonrpc::Id& id);
  void cancel_all();

 private:
  class Responder;
  struct Open {
    std::uint64_t number;  // which of all input requests it is: a server may use an id again
    jsonrpc::ReplyTarget target;
    std::shared_ptr<CancellationHandle> cancellation;
  };

  void respond(const jsonrpc::Id& id, std::uint64_t number, const InputResponse& response);

  jsonrpc::Peer& peer_;
  std::unordered_map<jsonrpc::Id, Open, jsonrpc::Id::Hash> open_;
  std::uint64_t last_number_ = 0;
  base::WeakHandleSource<InputRequests> self_{*this};  // last: a Responder must not find what is being destroyed
};

}  // namespace workbench::servers
