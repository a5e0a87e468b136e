#pragma once

#include <string>
#include <variant>

#include <workbench/json.hpp>

#include "protocol/list_kind.hpp"

namespace workbench::protocol {

// What a server tells its clients outside of any response. The names are those of the notifications.

/// `notifications/*/list_changed`.
struct ListChanged {
  ListKind kind;
};

/// `notifications/message`.
struct LogMessage {
  Json params;
};

/// `notifications/resources/updated`.
struct ResourceUpdated {
  std::string uri;
  Json params;  ///< an object that holds the URI
};

/// `notifications/elicitation/complete`: the user has been where an elicitation in URL mode sent them.
struct ElicitationComplete {
  Json params;
};

using Notification = std::variant<ListChanged, LogMessage, ResourceUpdated, ElicitationComplete>;

}  // namespace workbench::protocol
