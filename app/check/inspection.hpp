#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "client/client_capabilities.hpp"
#include "gateway/pool/server_pool.hpp"
#include "gateway/pool/workspace_servers.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"
#include "servers/catalog_cache.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// All servers of a configuration, inspected without a client: their known catalogs, and how they start. Each function
/// runs the event loop until it is done. [startup]
class Inspection {
 public:
  enum class Catalogs {
    kept,         ///< catalogs that an earlier run has stored on disk are known, and new ones are stored
    of_this_run,  ///< nothing is known before a server has been started
  };

  /// After Startup::prepare(); `startup` must outlive it. `principal`: see ServerConfig. Any error: the configuration
  /// names something that no plugin provides.
  [[nodiscard]] static Result<std::unique_ptr<Inspection>> of(Startup& startup, Catalogs catalogs,
                                                              std::string principal = {});
  Inspection(Startup& startup, Catalogs catalogs, std::string principal);
  Inspection(const Inspection&) = delete;
  Inspection& operator=(const Inspection&) = delete;
  /// Ends all servers, and waits until the last of their processes has exited.
  ~Inspection();

  struct Inspected {
    const config::ServerEntry* entry;
    servers::Server* server;
  };
  struct InspectedToolbox {
    const config::ToolboxEntry* entry;
    std::vector<Inspected> servers;
  };
  /// In the order of the configuration. Valid as long as this.
  [[nodiscard]] const std::vector<InspectedToolbox>& toolboxes() const { return all_; }

  /// Starts those of `servers` whose catalog is not known, a few at once.
  void learn(const std::vector<servers::Server*>& servers);
  /// Starts them, a few at once, whether or not their catalogs are known.
  void start(const std::vector<servers::Server*>& servers);

  /// Finds their logins, for Server::login(); waits some seconds at most.
  void look_up_logins(const std::vector<servers::Server*>& servers);

  /// How long the start of a server took until its lists were complete, or it had failed; absent: it was not started.
  [[nodiscard]] std::optional<std::chrono::milliseconds> start_time(const servers::Server& server) const;

 private:
  /// Answers roots/list; no client waits for anything else.
  class Observer final : public servers::ServerObserver, public gateway::ToolboxObserver {
   public:
    void on_event(servers::Server&, servers::Event event) override;
    [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kLatestLegacyRevision; }
    [[nodiscard]] Json client_capabilities() const override { return app::client_capabilities(); }
    void on_toolbox_changed() override {}
    void on_answer() override {}
  };

  [[nodiscard]] Result<void> make_toolboxes();
  void start_next();

  Startup& startup_;
  event_loop::Loop& loop_;
  Observer observer_;
  servers::EraCache eras_;
  const servers::CatalogCache catalogs_;
  gateway::ServerPool pool_;
  gateway::WorkspaceServers servers_;
  std::unique_ptr<gateway::ToolboxSet> toolboxes_;
  std::vector<InspectedToolbox> all_;

  std::vector<servers::Server*> waiting_;  // to be started, the next one last
  std::size_t starting_ = 0;
  std::map<const servers::Server*, std::chrono::milliseconds> start_times_;
};

/// All servers of these toolboxes.
[[nodiscard]] std::vector<servers::Server*> servers_of(const std::vector<Inspection::InspectedToolbox>& toolboxes);

/// The tokens that a model reads in a text of so many bytes, by a rule of thumb.
[[nodiscard]] constexpr std::size_t estimated_tokens(std::size_t bytes) {
  return (bytes + config::kBytesPerToken - 1) / config::kBytesPerToken;
}
/// Of all definitions of a server's tools.
[[nodiscard]] std::size_t estimated_tokens(const servers::Catalog& catalog);

}  // namespace workbench::app
