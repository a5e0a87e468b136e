#pragma once

#include <string>

#include <workbench/host.hpp>

#include "protocol/revision.hpp"
#include "servers/catalog_reviewer.hpp"
#include "servers/era_cache.hpp"
#include "servers/event.hpp"
#include "servers/run_quota.hpp"
#include "servers/server_counters.hpp"

namespace workbench::servers {

class CatalogCache;
class Server;
class StartQueue;

/// Receives what servers send outside of any response, and describes the clients that they are started for.
/// [loop thread]
class ServerObserver {
 public:
  virtual void on_event(Server& server, Event event) = 0;
  /// A run of it is ready for requests. It must not call the server.
  virtual void on_ready(const Server& /*server*/) {}

  /// The revision of the clients that tool definitions are repaired for.
  [[nodiscard]] virtual protocol::Revision client_revision() const = 0;
  /// The ClientCapabilities to declare to a server that is being started; an object, or absent while no client is
  /// known.
  [[nodiscard]] virtual Json client_capabilities() const = 0;
  /// The Implementation of the one client that a server is started for; absent: it is not known, or there are several.
  [[nodiscard]] virtual Json client_implementation() const { return {}; }
  /// Whether the server works on a task of a client that will return for it: then it is not idle.
  [[nodiscard]] virtual bool has_open_tasks(const Server& /*server*/) const { return false; }

  /// Whether it keeps an input request in the course of a task until the client of the task fetches it. False: it is
  /// another one, and unchanged.
  [[nodiscard]] virtual bool hold_for_task(const Server& /*server*/, InputRequested& /*requested*/) { return false; }

 protected:
  ~ServerObserver() = default;
};

/// What a server needs from its users. All of it outlives its owner.
struct ServerContext {
  Host& host;
  ServerObserver& observer;
  EraCache& eras;
  bool repairs_schemas;                     ///< tool definitions that clients would refuse are repaired
  bool is_shared = false;                   ///< several workspaces use them: see Server::is_shared()
  const CatalogCache* catalogs = nullptr;   ///< of earlier runs; null: none is kept
  RunQuota* quota = nullptr;                ///< null: as many of them run as are wanted
  AllServerCounters* counters = nullptr;    ///< null: nothing is counted
  StartQueue* starts = nullptr;             ///< of the process; null: every start begins at once
  const void* starter = nullptr;            ///< whose starts they are there, only compared; null: each its own
  const CatalogReviews* reviews = nullptr;  ///< of what they list; null: there are none
  std::string principal = {};               ///< whose clients use them; empty: anonymous, or several principals

  // The client's settings, also for servers that are made later; see Server.
  std::string log_level = {};  ///< empty: nothing
  bool is_paused = false;
};

}  // namespace workbench::servers
