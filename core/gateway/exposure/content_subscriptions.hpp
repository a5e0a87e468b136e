#pragma once

#include <memory>
#include <set>
#include <string>

#include <workbench/move_only_function.hpp>
#include <workbench/principal.hpp>
#include <workbench/response.hpp>

#include "base/weak_handle.hpp"
#include "gateway/exposure/content_lookup.hpp"
#include "gateway/exposure/native_servers.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The resources of whose updates clients are notified: each is watched at the server that has it, once that server is
/// known. [loop thread]
class ContentSubscriptions {
 public:
  /// All of it must outlive the subscriptions.
  ContentSubscriptions(const ToolboxSet& toolboxes, const NativeServers& servers, const ContentLookup& lookup)
      : toolboxes_(toolboxes), servers_(servers), lookup_(lookup) {}
  ContentSubscriptions(const ContentSubscriptions&) = delete;
  ContentSubscriptions& operator=(const ContentSubscriptions&) = delete;
  ~ContentSubscriptions();

  /// The resources, by the URIs that clients know, to whose updates clients have subscribed now.
  void watch(std::set<std::string> uris);
  /// The servers may have been replaced.
  void handle_changed_servers() { watch_known_or_learn(); }
  /// Lets each server watch the resources that it has, as far as the catalog is known now. A server that is known from
  /// an earlier run only is started for that.
  void update();

  /// See clients::Backend.
  void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                    MoveOnlyFunction<void(Response)> done);

 private:
  void watch_known_or_learn();
  [[nodiscard]] std::set<std::string> all_watched() const;
  void await_subscription(Toolbox::Wanted wanted, const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                          MoveOnlyFunction<void(Response)> done);
  void subscribe(servers::Server& server, const std::string& uri, MoveOnlyFunction<void(Response)> done);

  const ToolboxSet& toolboxes_;
  const NativeServers& servers_;
  const ContentLookup& lookup_;
  std::set<std::string> watched_;       // as passed to the latest watch()
  std::multiset<std::string> granted_;  // that scopes are enough for, and whose server has not answered yet
  const base::WeakHandleSource<ContentSubscriptions> self_{*this};  // for servers that answer later
};

}  // namespace workbench::gateway
