#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "config/toolboxes_file/config.hpp"
#include "servers/server.hpp"
#include "servers/server_context.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::gateway {

/// The servers that the configuration lets all clients share (`"share": "process"`): one run of each for the whole
/// workbench. Such a server cannot know whom it speaks to: no client's capabilities are declared to it, and a question
/// reaches a client only if its call is the only one under way. [loop thread]
class SharedServers {
 public:
  SharedServers(Host& host, servers::EraCache& eras, bool lists_everything, bool repairs_schemas);
  SharedServers(const SharedServers&) = delete;
  SharedServers& operator=(const SharedServers&) = delete;
  ~SharedServers();

  /// A toolbox of one bench, which hears of the server until it leaves.
  struct Member {
    const void* toolbox;
    servers::ServerObserver* observer;
    std::function<void()> changed;  ///< see Server
  };

  /// The server of this toolbox and name, from the configuration that all benches have.
  [[nodiscard]] std::shared_ptr<servers::Server> join(const std::string& toolbox, const config::ServerEntry& entry,
                                                      Transport& transport, servers::ToolFilters filters,
                                                      Member member);
  void leave(const void* toolbox);

  /// Ends all; `closed` is called once, when the last is gone.
  void close(MoveOnlyFunction<void()> closed);

 private:
  class Entry;

  Host& host_;
  servers::EraCache& eras_;
  const bool lists_everything_;
  const bool repairs_schemas_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Entry>> entries_;  // by toolbox and server
};

}  // namespace workbench::gateway
