#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>

#include "mcp/revision.hpp"
#include "mcp/server_connection.hpp"

namespace workbench::mcp {

/// What a server is asked to tell of by itself: changes of its lists and of resources. In the handshake era lists are
/// told of unasked, and each resource is subscribed to ("server/resources", section Subscriptions); in the stateless
/// era one `subscriptions/listen` says it all ("basic/patterns/subscriptions"). [loop thread]
class ServerListen {
 public:
  /// `capabilities` are the server's; it is asked for nothing that they do not offer. `limit` is for an answer to a
  /// single request. `host` and `connection` must outlive this.
  ServerListen(Host& host, std::string source, ServerConnection& connection, Revision revision,
               const Json& capabilities, std::chrono::milliseconds limit);
  ServerListen(const ServerListen&) = delete;
  ServerListen& operator=(const ServerListen&) = delete;

  void start();

  /// The resources of whose changes the server should tell from now on.
  void watch(std::set<std::string> uris);

 private:
  void listen();
  [[nodiscard]] std::string filter() const;
  void subscribe(std::string_view method, const std::string& uri);

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const Revision revision_;
  const std::chrono::milliseconds limit_;
  std::string list_filter_;  // the members of the filter that are about lists
  bool has_subscriptions_ = false;
  std::set<std::string> watched_;
  std::uint64_t listen_id_ = 0;  // 0: no listen request is open
};

}  // namespace workbench::mcp
