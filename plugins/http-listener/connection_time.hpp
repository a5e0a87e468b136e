#pragma once

#include <chrono>
#include <cstddef>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "http/deadline.hpp"
#include "http/expiry.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

/// The event that a connection waits for, which determines the time limit.
enum class WaitingFor {
  request,        ///< the next request of a connection that has had one
  head,           ///< the rest of a head; also the first request, and the header of a proxy
  authorization,  ///< the verification of credentials
  body,           ///< the next part of a body
  response,       ///< the endpoint
  reader,         ///< the client reads what was written
  end,            ///< the client closes the connection
};

/// The time limit of a connection: one at a time, for the event that it waits for. [loop thread]
class ConnectionTime {
 public:
  /// `passed` is called when the time for something is over; it may destroy this object. The others outlive it.
  ConnectionTime(EventLoop& loop, const ListenerSettings& settings, MoveOnlyFunction<void()> passed)
      : settings_(settings), deadline_(loop, std::move(passed)) {}

  /// The limit for `what` begins, unless it has begun. The time for a head or a part of a body does not begin again
  /// with each piece that arrives, and the time to read does not begin again when something is written or received.
  /// `body`: bytes of the body that have been received. `authorized_until`: until when the open response may last,
  /// however slowly the client reads it; null: there is no response.
  void await(WaitingFor what, std::size_t body, const Expiry* authorized_until);
  /// The client has read something, so that its time to read begins again.
  void await_reader_again(const Expiry* authorized_until);
  void clear() { deadline_.clear(); }

 private:
  [[nodiscard]] std::chrono::milliseconds limit(const Expiry* authorized_until) const;

  const ListenerSettings& settings_;
  Deadline deadline_;
  WaitingFor awaited_ = WaitingFor::end;
  std::size_t timed_body_ = 0;  // bytes of the body when the time limit was set
};

}  // namespace workbench::http
