#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/host.hpp>
#include <workbench/message.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "base/weak_handle.hpp"
#include "jsonrpc/peer.hpp"
#include "servers/event.hpp"

namespace workbench::servers {

/// The input requests of one server that have not been responded to. [loop thread]
class InputRequests {
 public:
  /// Without a response, at one time. Their params are together no larger than limits.messageBytes.
  static constexpr std::size_t kMaxOpen = 100;

  using Respond = MoveOnlyFunction<void(const jsonrpc::ReplyTarget& target, Message&& response)>;

  using Notify = MoveOnlyFunction<void(Message&& notification)>;

  /// `respond` sends a response to the server, and `notify` a notification. `limits` must outlive it.
  InputRequests(const Limits& limits, Respond respond, Notify notify)
      : limits_(limits), respond_(std::move(respond)), notify_(std::move(notify)) {}

  /// The event that this request is; its response goes to `target`. busy: there is no room for it, and it was not
  /// added.
  [[nodiscard]] Result<InputRequested> add(jsonrpc::Envelope&& request, const jsonrpc::ReplyTarget& target);

  /// The server needs no response any more: a later response is dropped. `reason`: a JSON string, or absent; see
  /// base::cancellation_reason().
  void cancel(const jsonrpc::Id& id, const Json& reason = {});
  void cancel_all();

 private:
  class Responder;
  class Progress;
  struct Open {
    std::uint64_t number;  // which of all input requests it is: a server may use an id again
    jsonrpc::ReplyTarget target;
    std::shared_ptr<CancellationHandle> cancellation;
    std::size_t size;  // bytes of its params
  };
  using AllOpen = std::unordered_map<jsonrpc::Id, Open, jsonrpc::Id::Hash>;

  [[nodiscard]] Result<void> admit(std::size_t size) const;
  [[nodiscard]] Open extract(AllOpen::iterator open);
  void respond(const jsonrpc::Id& id, std::uint64_t number, const InputResponse& response);
  void report_progress(const jsonrpc::Id& id, std::uint64_t number, const jsonrpc::Id& token, std::string_view members);

  const Limits& limits_;
  Respond respond_;
  Notify notify_;
  AllOpen open_;
  std::size_t bytes_ = 0;  // of all params in open_
  std::uint64_t last_number_ = 0;
  base::WeakHandleSource<InputRequests> self_{*this};  // last: a Responder must not find what is being destroyed
};

}  // namespace workbench::servers
