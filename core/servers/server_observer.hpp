#pragma once

#include <workbench/caller.hpp>
#include <workbench/host.hpp>

#include "protocol/list_kind.hpp"
#include "protocol/revision.hpp"
#include "servers/era_cache.hpp"

namespace workbench::servers {

class Server;

/// Hears what the servers of a bench say that is not an answer. [loop thread]
class ServerObserver {
 public:
  /// The server asks a client something; `answer` is to be called once, now or later.
  virtual void on_input_request(Server& server, InputRequest input_request,
                                MoveOnlyFunction<void(Response)> answer) = 0;
  /// The params of a `notifications/message`.
  virtual void on_log(Server& server, const Json& params) = 0;
  /// What the server lists is another than before, and is known already. `is_first`: it is the first that is known.
  virtual void on_list_changed(Server& server, protocol::ListKind kind, bool is_first) = 0;
  /// The params of a `notifications/resources/updated`.
  virtual void on_resource_updated(Server& server, const Json& params) = 0;
  /// The params of a `notifications/elicitation/complete`: the user has been where a question in url mode sent them.
  virtual void on_elicitation_complete(const Json& params) = 0;
  /// The revision of the client that the lists are for.
  [[nodiscard]] virtual protocol::Revision client_revision() const = 0;
  /// The ClientCapabilities to declare to a server that is being started; an object.
  [[nodiscard]] virtual Json client_capabilities() const = 0;

 protected:
  ~ServerObserver() = default;
};

/// What the servers of one bench have in common. All of it outlives them.
struct ServerContext {
  Host& host;
  ServerObserver& observer;
  EraCache& eras;
  bool lists_everything;   ///< prompts, resources and templates are wanted too, not tools alone
  bool repairs_schemas;    ///< tool definitions that clients would refuse are mended
  bool is_shared = false;  ///< several benches use them: see Server::is_shared()
};

}  // namespace workbench::servers
