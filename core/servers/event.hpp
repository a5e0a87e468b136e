#pragma once

#include <cstdint>
#include <variant>

#include <workbench/caller.hpp>
#include <workbench/move_only_function.hpp>

#include "protocol/notification.hpp"

namespace workbench::servers {

/// A list of the server has changed. From the connection to the Server it means that the server has sent list_changed;
/// from the Server on, that the new list is known.
struct CatalogChanged {
  protocol::ListKind kind;
  bool is_first = false;  ///< it is the first list of this kind that is known
};

/// The server has sent an input request.
struct InputRequested {
  InputRequest input_request;
  /// To be called once, now or later; its argument is sent as the response, an Error as -32603. If it is destroyed
  /// without a call, the server gets an Error. After the end of the connection it does nothing.
  MoveOnlyFunction<void(InputResponse)> respond;
  /// Our request in whose course it was sent, as far as the transport shows that; 0: it does not.
  std::uint64_t related_request = 0;
};

/// The server has sent a log message.
struct Logged {
  protocol::LogMessage message;
  std::uint64_t related_request = 0;  ///< as above
};

/// The server has reported progress of a request of ours that is not pending, but may have become a task.
struct ProgressReported {
  std::uint64_t request = 0;  ///< its id, which is its progress token
  Json params;
};

/// The server has sent a notification that the specification does not have.
struct VendorNotified {
  protocol::VendorNotification notification;
  std::uint64_t related_request = 0;  ///< as above
};

/// What a server sends outside of any response, on its only way from the connection to the clients: connection, run,
/// server, then the observer of the server. A new kind of notification that is not only passed on is one more
/// alternative.
using Event = std::variant<CatalogChanged, InputRequested, Logged, protocol::ResourceUpdated,
                           protocol::TaskStatusChanged, ProgressReported, protocol::PlainNotification, VendorNotified>;

}  // namespace workbench::servers
