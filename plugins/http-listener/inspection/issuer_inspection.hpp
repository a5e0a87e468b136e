#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/listener_inspection.hpp>

#include "access_tokens/issuer_keys.hpp"
#include "http-shared/fetcher.hpp"

namespace workbench::http {

/// Fetches the keys of all authorization servers once, and adds to a report whether that was possible. [loop thread]
class IssuerInspection {
 public:
  /// `host` and `fetcher` must outlive it. `done` is called from a task of the loop, not at all if this is destroyed
  /// before. With `report`, which gets one fact or one finding for each server.
  IssuerInspection(Host& host, Fetcher& fetcher, const std::vector<std::string>& issuers, ListenerReport report,
                   ListenerInspection::Done done);

 private:
  void add(const IssuerKeys& keys);

  ListenerReport report_;
  ListenerInspection::Done done_;
  std::string reached_;  // issuers, for a person
  std::size_t open_;     // whose keys are being fetched
  std::vector<std::unique_ptr<IssuerKeys>> keys_;
  std::vector<std::unique_ptr<EventLoop::Subscription>> waiting_;  // destroyed before the keys
};

}  // namespace workbench::http
