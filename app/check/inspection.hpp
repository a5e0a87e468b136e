#pragma once

#include <chrono>
#include <functional>
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

/// What an inspection does in another way than the configuration says.
struct InspectionVariation {
  const servers::CatalogReviews* reviews = nullptr;          ///< in the place of those of the settings
  std::function<void(config::ServerEntry& entry)> change{};  ///< of each entry, before its server is made
};

/// The servers of a configuration without a client: their known catalogs, and how they start. learn(), start(),
/// look_up_logins() and the destructor run the event loop until they are done. [startup]
class Inspection {
 public:
  enum class Catalogs {
    kept,         ///< catalogs that earlier runs have stored on disk are known, and new ones are stored
    of_this_run,  ///< the catalog of a server is known only after this run has started the server
  };

  /// Call it after Startup::prepare(). `startup`, and the reviews of `variation`, must outlive the object. `principal`:
  /// see ServerConfig. Any error: the configuration names something that no plugin provides.
  [[nodiscard]] static Result<std::unique_ptr<Inspection>> of(Startup& startup, Catalogs catalogs,
                                                              std::string principal = {},
                                                              const InspectionVariation& variation = {});
  Inspection(Startup& startup, Catalogs catalogs, std::string principal, const InspectionVariation& variation);
  Inspection(const Inspection&) = delete;
  Inspection& operator=(const Inspection&) = delete;
  /// Stops all servers, and waits until the last of their processes has exited.
  ~Inspection();

  struct Inspected {
    const config::ServerEntry* entry;
    servers::Server* server;
  };
  struct InspectedToolbox {
    const config::ToolboxEntry* entry;
    std::vector<Inspected> servers;
  };
  /// All toolboxes, in the order of the configuration. Valid as long as this object.
  [[nodiscard]] const std::vector<InspectedToolbox>& toolboxes() const { return all_; }

  /// Starts the servers among `servers` whose catalogs are not known, a few at a time.
  void learn(const std::vector<servers::Server*>& servers);
  /// The same for this long at most: those that have not started by then are not known.
  void learn(const std::vector<servers::Server*>& servers, std::chrono::milliseconds limit);
  /// Starts all of `servers`, a few at a time, whether or not their catalogs are known.
  void start(const std::vector<servers::Server*>& servers);

  /// `report` gets a sentence for a person when starts take long, so that a server that is being downloaded does not
  /// look like a command that hangs: which servers are waited for, and each as it arrives.
  void on_slow_start(MoveOnlyFunction<void(const std::string& sentence)> report) { slow_ = std::move(report); }

  /// Looks up the logins of `servers`, for Server::login(). Waits a few seconds at most.
  void look_up_logins(const std::vector<servers::Server*>& servers);

  /// The time from the start of a server until its lists were complete or the start failed; absent: it was not started.
  [[nodiscard]] std::optional<std::chrono::milliseconds> start_time(const servers::Server& server) const;

 private:
  /// Events are for clients, and are ignored.
  class Observer final : public servers::ServerObserver, public gateway::ToolboxObserver {
   public:
    void on_event(servers::Server&, servers::Event) override {}
    [[nodiscard]] protocol::Revision client_revision() const override { return protocol::kLatestLegacyRevision; }
    [[nodiscard]] Json client_capabilities() const override { return app::client_capabilities(); }
    void on_toolbox_changed() override {}
    void on_answer() override {}
  };

  [[nodiscard]] Result<void> make_toolboxes(const InspectionVariation& variation);
  void start_next();
  void handle_started(servers::Server& server);
  void report_slow_start(const std::string& beginning);

  Startup& startup_;
  event_loop::Loop& loop_;
  Observer observer_;
  servers::EraCache eras_;
  const servers::CatalogCache catalogs_;
  gateway::ServerPool pool_;
  gateway::WorkspaceServers servers_;
  std::unique_ptr<gateway::ToolboxSet> toolboxes_;
  std::vector<InspectedToolbox> all_;

  std::vector<servers::Server*> waiting_;   // to be started, the next one last
  std::vector<servers::Server*> starting_;  // have not started yet
  EventLoop::Timer limit_;                  // of start(); none: it waits until all have started or failed
  EventLoop::Timer silence_;                // since start(), until the first report
  bool is_slow_ = false;                    // what starts has been reported
  MoveOnlyFunction<void(const std::string& sentence)> slow_;
  std::map<const servers::Server*, std::chrono::milliseconds> start_times_;
};

/// All servers of these toolboxes.
[[nodiscard]] std::vector<servers::Server*> servers_of(const std::vector<Inspection::InspectedToolbox>& toolboxes);

/// A rough estimate of the tokens that a model reads in a text of `bytes` bytes.
[[nodiscard]] constexpr std::size_t estimated_tokens(std::size_t bytes) {
  return (bytes + config::kBytesPerToken - 1) / config::kBytesPerToken;
}

}  // namespace workbench::app
