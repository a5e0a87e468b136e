#pragma once

#include <set>
#include <string>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/message.hpp>
#include <workbench/move_only_function.hpp>

#include "jsonrpc/id.hpp"
#include "protocol/list_kind.hpp"

namespace workbench::clients {

/// The `subscriptions/listen` requests of one client that are open ("basic/patterns/subscriptions"). Each gets what it
/// asked for, tagged with its id. [loop thread]
class ClientListens {
 public:
  /// `send` sends a message to the client.
  explicit ClientListens(MoveOnlyFunction<void(Message)> send) : send_(std::move(send)) {}

  /// Begins a listen and acknowledges it, with as much of `filter` (a SubscriptionFilter) as our `capabilities` offer.
  void begin(const jsonrpc::Id& id, const Json& filter, const Json& capabilities, const JsonAccess& json);

  /// Ends one without a word, because its client cancelled it. False: there is none of this id.
  bool cancel(const jsonrpc::Id& id);

  /// Ends all, each with its result.
  void end();

  void list_changed(protocol::ListKind kind);
  void resource_updated(const std::string& uri, const Json& params);

  /// All resources that somebody listens for.
  [[nodiscard]] std::set<std::string> watched() const;
  [[nodiscard]] std::size_t size() const { return listens_.size(); }

 private:
  struct Listen {
    jsonrpc::Id id;
    std::set<protocol::ListKind> lists;
    std::set<std::string> uris;
  };

  void send_tagged(const Listen& listen, std::string_view method, const std::string& members);

  MoveOnlyFunction<void(Message)> send_;
  std::vector<Listen> listens_;
};

/// "notifications/tools/list_changed".
[[nodiscard]] std::string_view changed_method(protocol::ListKind kind);

}  // namespace workbench::clients
