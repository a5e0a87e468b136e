#include "gateway/workspaces/workspaces.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/callback_latch.hpp"
#include "base/process_limits.hpp"
#include "gateway/pool/user_principal.hpp"
#include "gateway/workspaces/figures.hpp"
#include "gateway/workspaces/login_survey.hpp"
#include "gateway/workspaces/status_report.hpp"
#include "json/lookup.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::gateway {
namespace {

/// How long a report waits for the stored logins.
constexpr std::chrono::seconds kLoginLookup{1};

/// How often to check whether the workspace of a client that has left is still needed.
constexpr std::chrono::seconds kNeedCheck{1};

/// The part of ClientCapabilities that a legacy server receives when it is started, so that clients with the same part
/// can use it together.
std::string negotiated_with_servers(const Json& capabilities) {
  std::string text = protocol::askable_of(capabilities);
  for (const std::string_view kind : {"extensions", "experimental"}) {
    const Json declared = json::member(capabilities, kind);
    text.append(" ").append(declared.text());
  }
  return text;
}

/// The capabilities that the request of a modern client declares. Invalid ones, for which every request is refused, do
/// not make a workspace of their own.
Json capabilities_of(const AcceptedClient& client) {
  const bool are_valid =
      !client.capabilities.is_absent() && protocol::check_bounds_of_capabilities(client.capabilities);
  return are_valid ? client.capabilities : Json("{}");
}

}  // namespace

Result<std::unique_ptr<Workspace>> Workspaces::make(const Workspace::Clients& clients, Quotas quotas,
                                                    std::shared_ptr<const PrincipalIdentity> identity) {
  return Workspace::make(context_, config_, std::move(identity), principals_.usage_of(clients.principal, quotas),
                         clients);
}

Result<Workspace*> Workspaces::find_for(const AcceptedClient& client, Quotas quotas) {
  Workspace::Clients clients{client.principal.get(), client.working_directory, client.meta_tools, client.is_rejoining};
  if (!client.is_modern) {
    auto workspace = make(clients, quotas, nullptr);
    if (!workspace) return workspace.error();
    return &own_.add(*std::move(workspace));
  }
  clients.capabilities = capabilities_of(client);
  const Owner owner = client.principal == nullptr ? Owner{{}, true} : Owner{*client.principal, false};
  const SharedKey key{owner, negotiated_with_servers(clients.capabilities), client.working_directory,
                      config_.tool_mode};
  auto found = find_shared(key);
  if (found == shared_.end()) {
    auto added = add_shared(key, std::move(clients), quotas);
    if (!added) return added.error();
    found = *added;
  }
  found->second.idle.reset();
  return found->second.workspace.get();
}

Result<ModernWorkspaces::Iterator> Workspaces::add_shared(const SharedKey& key, Workspace::Clients clients,
                                                          Quotas quotas) {
  const Owner& owner = std::get<Owner>(key);
  const Principal& principal = owner.first;
  if (const auto room = make_room(principal, quotas); !room) return room.error();
  clients.principal = &principal;
  auto workspace = make(clients, quotas, identities_.find(owner));
  if (!workspace) return workspace.error();
  return shared_.add(key, *std::move(workspace));
}

/// Ends the principal's workspace that has been idle longest, if it has as many as it may.
Result<void> Workspaces::make_room(const Principal& principal, Quotas quotas) {
  PrincipalUsage& usage = principals_.usage_of(&principal, quotas);
  const auto replaced = shared_.find_to_replace(principal.name, usage);
  if (!replaced) {
    ++usage.refused_by_principal_workspaces;
    return replaced.error();
  }
  if (*replaced != shared_.end()) end(shared_.extract(*replaced));
  return {};
}

/// One of an earlier tool mode is used as long as a suspended request waits in it for its client to repeat it.
ModernWorkspaces::Iterator Workspaces::find_shared(SharedKey key) {
  for (const auto mode :
       {config::ToolMode::proxy, config::ToolMode::dynamic, config::ToolMode::flat, config::ToolMode::automatic}) {
    std::get<config::ToolMode>(key) = mode;
    const auto found = shared_.find(key);
    if (found != shared_.end() && !found->second.workspace->suspended_requests().is_empty()) return found;
  }
  std::get<config::ToolMode>(key) = config_.tool_mode;
  return shared_.find(key);
}

// With a pool of its own: running servers must not be replaced by a configuration that is only checked.
Result<void> Workspaces::check() {
  ServerPool pool(pool_.parts());
  const WorkspaceContext context{host_, tasks_, pool, context_.registry, context_.options};
  const auto made = Workspace::make(context, config_, nullptr, principals_.usage_of(nullptr, Quotas::none), {});
  return made ? Result<void>() : Result<void>(made.error());
}

// Not to those that are ending: their toolboxes wait for the servers that they have.
Result<void> Workspaces::apply(config::Config config) {
  config::Config former = std::exchange(config_, std::move(config));
  if (const auto checked = check(); !checked) {
    config_ = std::move(former);
    return checked;
  }
  const auto apply_to = [this](Workspace& workspace) {
    const auto applied = workspace.apply(config_);
    if (!applied) host_.log(LogLevel::error, "configuration", "not applied for a client: " + applied.error().message);
  };
  for (const auto& workspace : own_) apply_to(*workspace);
  for (const auto& [key, shared] : shared_) apply_to(*shared.workspace);
  pool_.keep_only(config_);
  return {};
}

void Workspaces::review_again() {
  const auto review = [](servers::Server& server) { server.review_again(); };
  for_each([&](const Workspace& workspace) { workspace.for_each_own_server(review); });
  pool_.for_each_shared(review);
}

void Workspaces::release(Workspace& workspace) {
  if (!workspace.clients().is_empty()) return;
  if (const auto shared = shared_.find(workspace); shared != shared_.end()) return end_when_idle(shared);
  if (!own_.has(workspace)) return;
  workspace.suspended_requests().cancel_all(Json(R"("the client has disconnected")"));
  if (workspace.is_needed_without_clients()) return end_when_not_needed(workspace);
  end(own_.extract(&workspace));
}

void Workspaces::end_when_not_needed(Workspace& workspace) {
  left_[&workspace] = host_.loop().after(kNeedCheck, [this, left = &workspace] {
    const EventLoop::Timer on_the_stack = std::move(left_[left]);
    left_.erase(left);
    release(*left);
  });
}

void Workspaces::end_when_idle(ModernWorkspaces::Iterator shared) {
  shared_.set_idle(shared, host_.loop().after(base::process_limits(host_).idle, [this, shared] {
    const EventLoop::Timer on_the_stack = std::move(shared->second.idle);
    if (!is_unused(*shared->second.workspace)) return end_when_idle(shared);
    end(shared_.extract(shared));
  }));
}

void Workspaces::end(std::unique_ptr<Workspace> workspace) {
  Workspace& ending = ending_.add(std::move(workspace));
  ending.close([this, ended = &ending] {
    // Later, because this is called by one of its servers.
    host_.loop().post([this, ended] { static_cast<void>(ending_.extract(ended)); });
  });
}

void Workspaces::write_figures(MetricsWriter& writer) const {
  Figures figures;
  figures.sessions = own_.size() + ending_.size();
  figures.modern_workspaces = shared_.size();
  const auto add_server = [&](const servers::Server& server) { figures.add(server); };
  for_each([&](const Workspace& workspace) {
    figures.clients += workspace.clients().size();
    figures.suspended_calls += workspace.suspended_requests().size();
    figures.suspended_bytes += workspace.suspended_requests().kept_bytes();
    workspace.for_each_own_server(add_server);
  });
  pool_.for_each_shared(add_server);
  figures.write(writer, principals_, counters_);
}

void Workspaces::look_up_logins(MoveOnlyFunction<void()> done) {
  std::vector<servers::Server*> all;
  for_each_server([&](servers::Server& server) { all.push_back(&server); });
  gateway::look_up_logins(host_.loop(), all, kLoginLookup, std::move(done));
}

std::vector<std::string> Workspaces::status() const {
  StatusReport report;
  for_each([&](const Workspace& workspace) { report.add(workspace); });
  pool_.for_each_shared([&](servers::Server& server) { report.add_shared(server); });
  report.add(starts_);
  return std::move(report).lines();
}

Overview Workspaces::overview(const OverviewScope& scope) const {
  Overview overview;
  for_each([&](const Workspace& workspace) {
    if (scope.includes(workspace)) overview.add(workspace, scope);
  });
  pool_.for_each_shared([&](servers::Server& server) { overview.add_shared(server, scope); });
  if (scope.has_unused) overview.add_unused(config_, scope);
  return overview;
}

void Workspaces::for_each_server(const std::function<void(servers::Server&)>& function) const {
  for_each([&](Workspace& workspace) { workspace.for_each_own_server(function); });
  pool_.for_each_shared(function);
}

void Workspaces::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_closed(own_.size() + ending_.size() + shared_.size() + 2, std::move(closed));
  left_.clear();
  for (auto& [key, shared] : shared_) shared.idle.reset();
  pool_.close_shared(one_closed);
  for_each([&](Workspace& workspace) { workspace.close(one_closed); });
  one_closed();
}

void Workspaces::for_each(const std::function<void(Workspace&)>& function) const {
  for (const auto& workspace : own_) function(*workspace);
  for (const auto& workspace : ending_) function(*workspace);
  for (const auto& [key, shared] : shared_) function(*shared.workspace);
}

}  // namespace workbench::gateway
