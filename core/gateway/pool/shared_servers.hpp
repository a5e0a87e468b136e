#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "config/toolboxes_file/config.hpp"
#include "gateway/pool/draining.hpp"
#include "gateway/pool/server_members.hpp"
#include "servers/catalog_reviewer.hpp"
#include "servers/server.hpp"
#include "servers/server_context.hpp"
#include "servers/start_queue.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::gateway {

/// The servers that the configuration lets workspaces share: one run of each for the whole process (`"share":
/// "process"`), or one for each folder that clients work in (`"share": "project"`), used by the toolboxes of all their
/// workspaces. (What the several clients of one workspace share is SharedParts.)
///
/// Such a server cannot know which client it works for. No client's capabilities are declared to it; its input requests
/// and log messages reach a client only if all of its requests in flight belong to one; and no workspace may stop,
/// pause or configure it. Changes of its lists and resources reach all workspaces. [loop thread]
class SharedServers {
 public:
  /// All references must outlive it.
  SharedServers(Host& host, servers::EraCache& eras, const servers::CatalogCache& catalogs,
                servers::AllServerCounters& counters, servers::StartQueue& starts, bool repairs_schemas,
                const servers::CatalogReviews& reviews);
  SharedServers(const SharedServers&) = delete;
  SharedServers& operator=(const SharedServers&) = delete;
  ~SharedServers();

  /// The server `entry` of the configured toolbox `toolbox`, the same for all workspaces of its project; made for the
  /// first of them. `member` is notified of it until it leaves.
  [[nodiscard]] std::shared_ptr<servers::Server> join(const std::string& toolbox, const config::ServerEntry& entry,
                                                      Transport& transport, servers::ToolFilters filters,
                                                      ServerMember member);
  /// The toolbox uses this one no longer.
  void leave(const void* toolbox, const servers::Server& server);

  /// Drains those that `config` has no longer, or in another way; its toolboxes have joined those that it has.
  void keep_only(const config::Config& config);

  /// Draining ones included.
  void for_each(const std::function<void(servers::Server&)>& function) const;

  /// Ends all servers for good; `closed` is called once, when every process of theirs has exited.
  void close(MoveOnlyFunction<void()> closed);

 private:
  class Entry;

  Host& host_;
  servers::EraCache& eras_;
  const servers::CatalogCache& catalogs_;
  servers::AllServerCounters& counters_;
  servers::StartQueue& starts_;
  const bool repairs_schemas_;
  const servers::CatalogReviews& reviews_;
  /// Toolbox, server and project.
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::shared_ptr<Entry>> entries_;
  Draining<Entry> draining_;
};

}  // namespace workbench::gateway
