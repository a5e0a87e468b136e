#include "gateway/workspaces/workspace.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config/toolboxes_file/resolve.hpp"
#include "gateway/exposure/modes.hpp"
#include "gateway/pool/user_principal.hpp"
#include "json/lookup.hpp"
#include "json/reader.hpp"

namespace workbench::gateway {
namespace {

/// Unknown toolbox names grant nothing; probably a typo.
void warn_of_unknown_toolboxes(const Principal& principal, const config::Config& config, Host& host) {
  std::vector<std::string> known;
  for (const config::ToolboxEntry& toolbox : config.toolboxes) known.push_back(toolbox.name);
  for (const std::string& name : *principal.toolboxes) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    host.log(LogLevel::warning, "client",
             "'" + principal.name + "' may use the toolbox '" + name +
                 "', which is not configured; the toolboxes are: " + base::listed(known));
  }
}

/// The folder that a client works in, or nothing if an entry cannot have it.
std::string usable_folder(const std::string& folder, Host& host) {
  if (folder.empty()) return {};
  auto checked = config::checked_client_folder(folder);
  if (checked) return *std::move(checked);
  host.log(LogLevel::warning, "client",
           "the folder that a client works in is not used, because it " + checked.error().message);
  return {};
}

/// The requestState of one principal's request is not valid for another's.
clients::RequestStateSigner signer_for(const Principal* principal, const std::string& key) {
  if (key.empty()) return clients::RequestStateSigner();
  return clients::RequestStateSigner(key + '\0' + (principal == nullptr ? std::string() : principal->name));
}

/// A call that needs an approval must not pass because a plugin is missing.
Error nobody_asks(const std::vector<std::string>& failures) {
  std::string message =
      "the toolboxes file has \"approve\", but no loaded plugin asks a person; load the plugin approvals "
      "(plugins.load), or remove \"approve\"";
  for (const std::string& failure : failures) message.append("; ").append(failure);
  return {ErrorKind::invalid_argument, std::move(message)};
}

std::shared_ptr<const Principal> nameless_owner(const PrincipalIdentity* identity, const Principal* principal) {
  if (identity != nullptr) return identity->principal;
  return principal == nullptr ? make_user_principal() : std::make_shared<const Principal>(*principal);
}

}  // namespace

Workspace::Workspace(const WorkspaceContext& context, config::ToolMode tool_mode,
                     std::shared_ptr<const PrincipalIdentity> identity, PrincipalUsage& usage, const Clients& clients)
    : host_(context.host),
      registry_(context.registry),
      options_(context.options),
      usage_(usage),
      principal_(clients.principal == nullptr ? std::nullopt : std::optional(*clients.principal)),
      meta_tools_(clients.meta_tools.empty() ? options_.meta_tools : clients.meta_tools),
      working_directory_(usable_folder(clients.working_directory, host_)),
      // The transports that connect a program of the user who runs the workbench report its folder, and no others do.
      root_{.path = {}, .is_from_network = clients.working_directory.empty(), .refusal = {}},
      identity_(std::move(identity)),
      nameless_(usage.requests.is_limited ? nameless_owner(identity_.get(), clients.principal) : nullptr),
      suspended_requests_(host_, signer_for(clients.principal, options_.request_state_key)),
      notifier_(host_, clients_, tool_mode),
      events_(clients_, modes_),
      servers_(context.pool, {.observer = events_,
                              .quota = &usage.servers,
                              .principal = clients.principal == nullptr ? std::string() : clients.principal->name,
                              .identity = identity_}) {
  ++usage_.workspaces;
  if (identity_ != nullptr) ++usage_.modern_workspaces;
}

Workspace::~Workspace() {
  if (client_toolboxes_) client_toolboxes_->release_plugin_states();
  shared_parts_.reset();
  modes_.reset();
  --usage_.workspaces;
  if (identity_ != nullptr) --usage_.modern_workspaces;
}

Result<std::unique_ptr<Workspace>> Workspace::make(const WorkspaceContext& context, const config::Config& config,
                                                   std::shared_ptr<const PrincipalIdentity> identity,
                                                   PrincipalUsage& usage, const Clients& clients) {
  std::unique_ptr<Workspace> made(new Workspace(context, config.tool_mode, std::move(identity), usage, clients));
  // A copy, because they are kept as long as the workspace, and must not keep the request with them.
  made->clients_.declare(Json(std::string(clients.capabilities.text())));
  const bool is_modern = !clients.capabilities.is_absent();
  if (is_modern) made->root_.path = made->working_directory_;  // requests say nothing of roots
  made->keep_if_root_matters(config);
  if (auto toolboxes = made->make_toolboxes(config, clients.is_rejoining); !toolboxes) return toolboxes.error();
  if (auto pipeline = made->make_pipeline(context.tasks); !pipeline) return pipeline.error();
  if (auto modes = made->make_modes(); !modes) return modes.error();
  if (is_modern) made->toolboxes_->open_at_start();  // its clients initialize nothing
  return made;
}

Result<void> Workspace::make_toolboxes(const config::Config& config, bool open_by_use) {
  auto toolboxes =
      ToolboxSet::make(visible_part_of(config, config.tool_mode),
                       {.registry = registry_, .servers = servers_, .observer = *this, .open_by_use = open_by_use});
  if (!toolboxes) return toolboxes.error();
  toolboxes_ = *std::move(toolboxes);
  return {};
}

/// A host that is served natively whenever the configuration leaves it open.
const HostProfile kDeferringHost{{}, true, {}};

Result<void> Workspace::make_pipeline(TaskTable& tasks) {
  std::vector<std::string> names = options_.middleware;
  names.insert(names.end(), options_.policy_middleware.begin(), options_.policy_middleware.end());
  auto middleware = MiddlewareChain::from(names, registry_);
  if (!middleware) return middleware.error();
  if (toolboxes_->asks_people() && !middleware->needs_policy()) return nobody_asks(options_.middleware_failures);
  result_limits_.emplace(*toolboxes_, shown_meta_tools_);
  // In the other modes a client sees no server's capabilities, on which tasks depend.
  const bool may_be_flat = effective_mode(toolboxes_->tool_mode(), kDeferringHost) == config::ToolMode::flat;
  if (may_be_flat) tasks_.emplace(host_, *toolboxes_, tasks, principal_name());
  pipeline_.emplace(RequestPipeline::Parts{.host = host_,
                                           .toolboxes = *toolboxes_,
                                           .result_limits = *result_limits_,
                                           .resource_links = resource_links_,
                                           .middleware = *std::move(middleware),
                                           .observer = options_.observer,
                                           .tasks = tasks_ ? &*tasks_ : nullptr});
  client_toolboxes_.emplace(ClientToolboxes::Parts{.toolboxes = *toolboxes_,
                                                   .pipeline = *pipeline_,
                                                   .result_limits = *result_limits_,
                                                   .meta_tools = shown_meta_tools_,
                                                   .strict_input = options_.strict_input});
  return {};
}

Result<void> Workspace::make_modes() {
  const ExposureParts parts{.host = host_,
                            .toolboxes = *toolboxes_,
                            .pipeline = *pipeline_,
                            .client_toolboxes = *client_toolboxes_,
                            .result_limits = *result_limits_,
                            .resource_links = resource_links_,
                            .shown_meta_tools = shown_meta_tools_,
                            .notifier = notifier_,
                            .clients = clients_,
                            .tasks = tasks_ ? &*tasks_ : nullptr};
  auto modes = Modes::make(
      toolboxes_->tool_mode(), parts, [this] { handle_ready(); }, meta_tools_, registry_);
  if (!modes) return modes.error();
  modes_ = *std::move(modes);
  shared_parts_.emplace(modes_->backend());
  return {};
}

Result<void> Workspace::apply(const config::Config& config) {
  keep_if_root_matters(config);
  if (const auto applied = toolboxes_->apply(visible_part_of(config, toolboxes_->tool_mode())); !applied)
    return applied;
  return modes_->handle_configuration_change(meta_tools_, registry_);
}

void Workspace::on_server_replaced() {
  const auto applied = modes_->handle_configuration_change(meta_tools_, registry_);
  if (!applied) host_.log(LogLevel::error, "workbench", applied.error().message);
}

// --- the root of the client ------------------------------------------------------------------------------------------

void Workspace::keep_if_root_matters(const config::Config& config) {
  // If no entry uses this client's root, it is neither asked for nor looked at: its path may hang.
  const auto takes_root = [this](const config::ServerEntry& server) {
    return config::needs_client_root(server) && (!root_.is_from_network || server.takes_root_from_network);
  };
  const bool matters = std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [&](const auto& toolbox) {
    return std::any_of(toolbox.servers.begin(), toolbox.servers.end(), takes_root);
  });
  const bool is_new = matters && !needs_root_;
  needs_root_ = matters ? std::optional(config) : std::nullopt;
  if (is_new && is_ready_ && root_.path.empty()) handle_ready();
}

void Workspace::handle_ready() {
  is_ready_ = true;
  if (!needs_root_) return toolboxes_->open_at_start();
  clients_.ask({"roots/list"}, [self = self_.handle()](const InputResponse& roots) {
    if (Workspace* const workspace = self.get()) workspace->set_root(roots);
  });
}

/// A client without roots has the folder in which it works.
void Workspace::set_root(const InputResponse& roots) {
  const Json* const result = std::get_if<Json>(&roots);
  const Json all = result == nullptr ? Json() : json::member(*result, "roots");
  json::ElementReader reader(all.kind() == JsonKind::array ? all.text() : std::string_view());
  const auto first = reader.next()
                         ? config::path_of_file_uri(json::characters(json::member(all.part(reader.value()), "uri")))
                         : std::nullopt;
  config::ClientRoot root = root_;
  root.refusal.clear();
  const auto checked = first ? config::checked_client_folder(*first) : Result<std::string>(working_directory_);
  root.path = checked ? *checked : std::string();
  if (!checked)
    root.refusal = "the root that this client names " + checked.error().message + "; open another folder in it";
  if (std::exchange(root_, std::move(root)) != root_ && needs_root_) {
    const config::Config config = *needs_root_;
    if (const auto applied = apply(config); !applied) {
      host_.log(LogLevel::error, "workbench", "for the roots of the client: " + applied.error().message);
    }
  }
  toolboxes_->open_at_start();
}

config::Config Workspace::visible_part_of(const config::Config& config, config::ToolMode mode) const {
  config::ClientPlace place{.folder = working_directory_, .root = root_, .toolboxes = std::nullopt};
  if (principal_ && principal_->toolboxes) {
    warn_of_unknown_toolboxes(*principal_, config, host_);
    place.toolboxes = *principal_->toolboxes;
  }
  return config::resolve(config, place, mode);
}

void Workspace::close(MoveOnlyFunction<void()> closed) {
  suspended_requests_.cancel_all(Json(R"("the client has disconnected")"));
  toolboxes_->close(std::move(closed));
}

AttachedClient::AttachedClient(Host& host, Workspace& workspace, AcceptedClient client,
                               clients::SessionObserver& observer)
    : workspace_(workspace) {
  client.principal = workspace.owner_for(std::move(client.principal));
  const bool is_shared = client.is_modern;
  if (is_shared) shared_backend_.emplace(workspace.shared_parts());
  clients::Backend& backend = is_shared ? *shared_backend_ : workspace.backend();
  session_.emplace(host, std::move(client), backend, workspace.suspended_requests(), workspace.request_usage(),
                   observer);
  workspace_.clients().add(*session_);
}

AttachedClient::~AttachedClient() {
  workspace_.clients().remove(*session_);
}

}  // namespace workbench::gateway
