#pragma once

// The toolboxes of a workspace without a workspace and without clients, for tests that look at them directly.

#include <memory>
#include <string>
#include <vector>

#include "clients/client.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/events/event_router.hpp"
#include "gateway/exposure/client_toolboxes.hpp"
#include "gateway/requests/request_pipeline.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace gateway_fixture {

/// Records what it is notified of.
struct RecordingToolboxObserver final : workbench::gateway::ToolboxObserver {
  void on_toolbox_changed() override { events.emplace_back("changed"); }
  void on_answer() override { events.emplace_back("answer"); }

  std::vector<std::string> events;
};

/// The objects that servers without a workspace need: none of their messages reaches a client.
class UnattendedServers {
 public:
  explicit UnattendedServers(workbench::Host& host) : pool_({host, eras_}) {}

  [[nodiscard]] workbench::gateway::WorkspaceServers& all() { return servers_; }

 private:
  workbench::clients::ClientGroup clients_;
  std::unique_ptr<workbench::gateway::Modes> modes_;
  workbench::gateway::EventRouter events_{clients_, modes_};
  workbench::servers::EraCache eras_;
  workbench::gateway::ServerPool pool_;
  workbench::gateway::WorkspaceServers servers_{pool_, {events_}};
};

/// Toolboxes, and the way of a request to their servers, without middleware and tasks.
class UnattendedToolboxes {
 public:
  UnattendedToolboxes(workbench::Host& host, const workbench::config::Config& config,
                      const workbench::registry::Registry& registry)
      : servers_(host),
        set_(std::move(workbench::gateway::ToolboxSet::make(
                           config, {.registry = registry, .servers = servers_.all(), .observer = observer_}))
                 .value()),
        result_limits_(*set_, meta_tools_),
        pipeline_({host, *set_, result_limits_, links_}),
        client_toolboxes_({*set_, pipeline_, result_limits_, meta_tools_}) {}

  [[nodiscard]] workbench::gateway::ToolboxSet& set() { return *set_; }
  [[nodiscard]] workbench::gateway::RequestPipeline& pipeline() { return pipeline_; }
  [[nodiscard]] workbench::gateway::ClientToolboxes& for_clients() { return client_toolboxes_; }
  [[nodiscard]] RecordingToolboxObserver& observer() { return observer_; }

 private:
  UnattendedServers servers_;
  RecordingToolboxObserver observer_;
  std::unique_ptr<workbench::gateway::ToolboxSet> set_;
  workbench::gateway::ShownMetaTools meta_tools_;
  workbench::gateway::ResultLimits result_limits_;
  workbench::gateway::ResourceLinks links_;
  workbench::gateway::RequestPipeline pipeline_;
  workbench::gateway::ClientToolboxes client_toolboxes_;
};

}  // namespace gateway_fixture
