#pragma once

#include <memory>

#include <workbench/host.hpp>
#include <workbench/principal.hpp>

namespace workbench::clients {

class Backend;
class LegacyInputRequests;
class OpenRequests;
class Outgoing;
class Subscriptions;
class SuspendedRequests;
class WatchedResources;

/// What the requests of one session are served with. All of it outlives its users.
struct SessionParts {
  Host& host;
  Backend& backend;
  Outgoing& outgoing;
  OpenRequests& requests;
  LegacyInputRequests& input_requests;
  WatchedResources& watched;
  Subscriptions& subscriptions;
  SuspendedRequests& suspended;                ///< of the workspace: they are repeated in this session or another one
  std::shared_ptr<const Principal> principal;  ///< null: anonymous
};

}  // namespace workbench::clients
