#pragma once

#include <workbench/host.hpp>

#include "clients/client.hpp"
#include "gateway/exposure/client_toolboxes.hpp"
#include "gateway/exposure/list_change_notifier.hpp"
#include "gateway/requests/request_pipeline.hpp"
#include "gateway/requests/resource_links.hpp"
#include "gateway/requests/result_limits.hpp"
#include "gateway/requests/shown_meta_tools.hpp"
#include "gateway/requests/tasks/tasks.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// What the modes of one workspace show to its clients, and the parts that carry out its requests. All of it must
/// outlive its users.
struct ExposureParts {
  Host& host;
  ToolboxSet& toolboxes;
  RequestPipeline& pipeline;
  ClientToolboxes& client_toolboxes;
  const ResultLimits& result_limits;
  const ResourceLinks& resource_links;
  ShownMetaTools& shown_meta_tools;
  ListChangeNotifier& notifier;
  clients::Client& clients;
  Tasks* tasks = nullptr;  ///< null: clients know of no tasks
};

}  // namespace workbench::gateway
