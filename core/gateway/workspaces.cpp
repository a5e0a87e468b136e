#include "gateway/workspaces.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/callback_latch.hpp"
#include "gateway/figures.hpp"
#include "gateway/login_survey.hpp"
#include "gateway/status_report.hpp"
#include "gateway/user_principal.hpp"
#include "json/lookup.hpp"
#include "protocol/input_requests.hpp"

namespace workbench::gateway {
namespace {

/// How often it is looked whether superseded servers are still in use.
constexpr std::chrono::milliseconds kReplacementCheck{250};

/// How long a report waits for what is kept of logins.
constexpr std::chrono::seconds kLoginLookup{1};

/// How often it is looked whether the workspace of a client that has left is still needed.
constexpr std::chrono::seconds kNeedCheck{1};

/// That of ClientCapabilities which a legacy server learns when it is started, so that clients with the same can use it
/// together.
std::string negotiated_with_servers(const Json& capabilities) {
  std::string text = protocol::askable_of(capabilities);
  for (const std::string_view kind : {"extensions", "experimental"}) {
    const Json declared = json::member(capabilities, kind);
    text.append(" ").append(declared.text());
  }
  return text;
}

}  // namespace

Result<std::unique_ptr<Workspace>> Workspaces::make(const Workspace::Clients& clients, Quotas quotas,
                                                    SharedServers* shared,
                                                    std::shared_ptr<PrincipalServers> of_principal) {
  return Workspace::make(context_, config_, shared, std::move(of_principal),
                         principals_.usage_of(clients.principal, quotas), clients);
}

std::shared_ptr<PrincipalServers> Workspaces::servers_of(const Owner& owner) {
  std::erase_if(servers_, [](const auto& known) { return known.second.expired(); });
  std::weak_ptr<PrincipalServers>& known = servers_[owner];
  std::shared_ptr<PrincipalServers> servers = known.lock();
  if (servers == nullptr) {
    const auto& [principal, is_user] = owner;
    // Later, because one of the servers calls it.
    servers = std::make_shared<PrincipalServers>(
        is_user ? make_user_principal() : std::make_shared<const Principal>(principal), [this] {
          replacement_ = host_.loop().after(std::chrono::milliseconds(0), [this] { replace_superseded_servers(); });
        });
    known = servers;
  }
  return servers;
}

void Workspaces::replace_superseded_servers() {
  const EventLoop::Timer on_the_stack = std::move(replacement_);
  bool are_left = false;
  for (const auto& [key, shared] : shared_) are_left = shared.workspace->replace_superseded_servers() || are_left;
  if (!are_left) return;
  replacement_ = host_.loop().after(kReplacementCheck, [this] { replace_superseded_servers(); });
}

Result<Workspace*> Workspaces::find_for(const AcceptedClient& client, Quotas quotas) {
  Workspace::Clients clients{client.principal.get(), client.working_directory, client.meta_tools, client.is_rejoining};
  if (!client.is_modern) {
    auto workspace = make(clients, quotas, &shared_servers_);
    if (!workspace) return workspace.error();
    return own_.emplace_back(*std::move(workspace)).get();
  }
  const Owner owner = client.principal == nullptr ? Owner{{}, true} : Owner{*client.principal, false};
  const SharedKey key{owner, negotiated_with_servers(client.capabilities), client.working_directory, config_.tool_mode};
  auto found = find_shared(key);
  if (found == shared_.end()) {
    clients.principal = &owner.first;
    clients.capabilities = client.capabilities.is_absent() ? Json("{}") : client.capabilities;
    auto workspace = make(clients, quotas, &shared_servers_, servers_of(owner));
    if (!workspace) return workspace.error();
    found = shared_.try_emplace(key, SharedWorkspace{*std::move(workspace), nullptr}).first;
  }
  found->second.idle.reset();
  return found->second.workspace.get();
}

/// One of an earlier tool mode is used as long as a suspended request waits in it for its client to repeat it.
Workspaces::SharedWorkspaces::iterator Workspaces::find_shared(SharedKey key) {
  for (const auto mode : {config::ToolMode::proxy, config::ToolMode::dynamic, config::ToolMode::flat}) {
    std::get<config::ToolMode>(key) = mode;
    const auto found = shared_.find(key);
    if (found != shared_.end() && !found->second.workspace->suspended_requests().is_empty()) return found;
  }
  std::get<config::ToolMode>(key) = config_.tool_mode;
  return shared_.find(key);
}

// Without the shared servers: those that run are not to be replaced by what is only checked.
Result<void> Workspaces::check() {
  const auto made = make({}, Quotas::none, nullptr);
  return made ? Result<void>() : Result<void>(made.error());
}

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
  shared_servers_.keep_only(config_);
  return {};
}

void Workspaces::release(Workspace& workspace) {
  if (!workspace.clients().is_empty()) return;
  const auto own = std::find_if(own_.begin(), own_.end(), [&](const auto& held) { return held.get() == &workspace; });
  if (own != own_.end()) {
    workspace.suspended_requests().cancel_all(Json(R"("the client is gone")"));
    if (workspace.is_needed_without_clients()) return end_when_not_needed(workspace);
    std::unique_ptr<Workspace> left = std::move(*own);
    own_.erase(own);
    return end(std::move(left));
  }
  const auto shared = std::find_if(shared_.begin(), shared_.end(),
                                   [&](const auto& entry) { return entry.second.workspace.get() == &workspace; });
  if (shared != shared_.end()) end_when_idle(shared);
}

void Workspaces::end_when_not_needed(Workspace& workspace) {
  left_[&workspace] = host_.loop().after(kNeedCheck, [this, left = &workspace] {
    const EventLoop::Timer on_the_stack = std::move(left_[left]);
    left_.erase(left);
    release(*left);
  });
}

/// A workspace with suspended requests is not idle: a client will repeat them with its responses.
void Workspaces::end_when_idle(SharedWorkspaces::iterator shared) {
  shared->second.idle = host_.loop().after(host_.limits().idle, [this, shared] {
    const EventLoop::Timer on_the_stack = std::move(shared->second.idle);
    const Workspace& workspace = *shared->second.workspace;
    if (!workspace.suspended_requests().is_empty() || workspace.is_needed_without_clients()) {
      return end_when_idle(shared);
    }
    std::unique_ptr<Workspace> left = std::move(shared->second.workspace);
    shared_.erase(shared);
    end(std::move(left));
  });
}

void Workspaces::end(std::unique_ptr<Workspace> workspace) {
  Workspace* leaving = own_.emplace_back(std::move(workspace)).get();
  leaving->close([this, leaving] {
    // Later, because this is called by one of its servers.
    host_.loop().post([this, leaving] { own_.remove_if([&](const auto& held) { return held.get() == leaving; }); });
  });
}

void Workspaces::write_figures(MetricsWriter& writer) const {
  Figures figures;
  figures.sessions = own_.size();
  figures.modern_workspaces = shared_.size();
  const auto add_server = [&](const servers::Server& server) { figures.add(server); };
  const auto add = [&](const Workspace& workspace) {
    figures.clients += workspace.clients().size();
    figures.suspended_calls += workspace.suspended_requests().size();
    figures.suspended_bytes += workspace.suspended_requests().kept_bytes();
    workspace.for_each_own_server(add_server);
  };
  for (const auto& workspace : own_) add(*workspace);
  for (const auto& [key, shared] : shared_) add(*shared.workspace);
  shared_servers_.for_each(add_server);
  figures.write(writer, principals_, counters_);
}

void Workspaces::look_up_logins(MoveOnlyFunction<void()> done) {
  std::vector<servers::Server*> all;
  const auto add = [&](servers::Server& server) { all.push_back(&server); };
  for (const auto& workspace : own_) workspace->for_each_own_server(add);
  for (const auto& [key, shared] : shared_) shared.workspace->for_each_own_server(add);
  shared_servers_.for_each(add);
  gateway::look_up_logins(host_.loop(), all, kLoginLookup, std::move(done));
}

std::vector<std::string> Workspaces::status() const {
  StatusReport report;
  for (const auto& workspace : own_) report.add(*workspace);
  for (const auto& [key, shared] : shared_) report.add(*shared.workspace);
  shared_servers_.for_each([&](servers::Server& server) { report.add_shared(server); });
  report.add(starts_);
  return std::move(report).lines();
}

Overview Workspaces::overview() const {
  Overview overview;
  for (const auto& workspace : own_) overview.add(*workspace);
  for (const auto& [key, shared] : shared_) overview.add(*shared.workspace);
  shared_servers_.for_each([&](servers::Server& server) { overview.add_shared(server); });
  return overview;
}

void Workspaces::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_closed(own_.size() + shared_.size() + 2, std::move(closed));
  left_.clear();
  replacement_.reset();
  shared_servers_.close(one_closed);
  for (const auto& workspace : own_) workspace->close(one_closed);
  for (auto& [key, shared] : shared_) {
    shared.idle.reset();
    shared.workspace->close(one_closed);
  }
  one_closed();
}

}  // namespace workbench::gateway
