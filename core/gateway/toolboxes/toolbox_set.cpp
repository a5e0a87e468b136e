#include "gateway/toolboxes/toolbox_set.hpp"

#include <algorithm>
#include <utility>

#include "base/callback_latch.hpp"

namespace workbench::gateway {
namespace {

bool limits_results_in(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return std::any_of(toolbox.servers.begin(), toolbox.servers.end(),
                       [](const config::ServerEntry& server) { return server.limits_results(); });
  });
}

bool asks_people_in(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return std::any_of(toolbox.policies.begin(), toolbox.policies.end(),
                       [](const auto& policy) { return policy.second.asks_people(); });
  });
}

}  // namespace

Result<std::unique_ptr<ToolboxSet>> ToolboxSet::make(const config::Config& config, const Parts& parts) {
  std::unique_ptr<ToolboxSet> made(new ToolboxSet(config, parts));
  if (const auto applied = made->apply(config); !applied) return applied.error();
  return made;
}

// --- the configuration -----------------------------------------------------------------------------------------------

Result<void> ToolboxSet::apply(const config::Config& config) {
  std::vector<std::vector<Toolbox::Parts>> parts;
  for (const config::ToolboxEntry& entry : config.toolboxes) {
    auto found = Toolbox::parts_for(entry, parts_.registry);
    if (!found) return found.error();
    parts.push_back(*std::move(found));
  }
  apply_hosts(config.hosts);
  std::vector<std::unique_ptr<Toolbox>> former = std::exchange(toolboxes_, {});
  for (std::size_t index = 0; index != config.toolboxes.size(); ++index) {
    const config::ToolboxEntry& entry = config.toolboxes[index];
    const auto same = std::find_if(former.begin(), former.end(), [&](const auto& toolbox) {
      return toolbox != nullptr && toolbox->name() == entry.name;
    });
    toolboxes_.push_back(same != former.end() ? std::move(*same)
                                              : std::make_unique<Toolbox>(parts_.servers, parts_.observer));
    toolboxes_.back()->apply(entry, std::move(parts[index]));
  }
  for (std::unique_ptr<Toolbox>& toolbox : former) {
    if (toolbox != nullptr) draining_.add(std::move(toolbox));
  }
  limits_results_ = limits_results_in(config);
  has_policies_ = std::any_of(toolboxes_.begin(), toolboxes_.end(),
                              [](const auto& toolbox) { return !toolbox->entry().policies.empty(); });
  asks_people_ = asks_people_in(config);
  if (opens_those_at_start_) open_those_at_start();
  return {};
}

void ToolboxSet::apply_hosts(const std::vector<config::HostEntry>& hosts) {
  if (hosts == host_entries_) return;
  former_hosts_.push_back(std::exchange(hosts_, std::make_unique<KnownHosts>(hosts)));
  host_entries_ = hosts;
}

bool ToolboxSet::has_policy(std::string_view toolbox, std::string_view server) const {
  const Toolbox* const found = find(toolbox);
  return found != nullptr && found->find_policy(server) != nullptr;
}

// --- looking up ------------------------------------------------------------------------------------------------------

std::vector<std::string> ToolboxSet::names() const {
  std::vector<std::string> names;
  for (const auto& toolbox : toolboxes_) names.push_back(toolbox->name());
  return names;
}

Toolbox* ToolboxSet::find(std::string_view name) const {
  const auto found =
      std::find_if(toolboxes_.begin(), toolboxes_.end(), [&](const auto& toolbox) { return toolbox->name() == name; });
  return found == toolboxes_.end() ? nullptr : found->get();
}

servers::Server* ToolboxSet::find_server(std::string_view toolbox, std::string_view server) const {
  const Toolbox* const found = find(toolbox);
  return found == nullptr ? nullptr : found->find_server(server);
}

bool ToolboxSet::is_pinned(const ToolIdentifier& tool) const {
  const Toolbox* const toolbox = find(tool.toolbox);
  if (toolbox == nullptr) return false;
  const std::vector<config::PinnedTool>& pinned = toolbox->pinned_tools();
  return std::any_of(pinned.begin(), pinned.end(),
                     [&](const auto& one) { return one.server == tool.server && one.tool == tool.tool; });
}

bool ToolboxSet::opens_by_use(const Toolbox& toolbox, const Caller& caller) const {
  return parts_.open_by_use || caller.identity().is_modern || toolbox.opens_by_use() ||
         profile_of(caller.identity().client_info).is_one_shot;
}

// --- opening and closing ---------------------------------------------------------------------------------------------

void ToolboxSet::open_at_start() {
  if (std::exchange(opens_those_at_start_, true)) return;
  open_those_at_start();
}

void ToolboxSet::open_those_at_start() {
  for (const auto& toolbox : toolboxes_) {
    if (!toolbox->entry().opens_at_start || toolbox->state() != Toolbox::State::closed) continue;
    toolbox->open(
        {}, [](const workbench::Toolboxes::Opened&) {}, Toolbox::Retry::when_due, Toolbox::Wanted::runs);
  }
}

void ToolboxSet::close_toolbox(Toolbox& toolbox, MoveOnlyFunction<void()> closed) {
  toolbox.close([self = self_.handle(), closed = std::move(closed)]() mutable {
    closed();
    if (ToolboxSet* const set = self.get()) set->parts_.observer.on_toolbox_changed();
  });
}

// --- the servers -----------------------------------------------------------------------------------------------------

void ToolboxSet::for_each_own_server(const std::function<void(servers::Server&)>& function) const {
  const auto visit = [&](const Toolbox& toolbox) {
    for (const PooledServer& server : toolbox.servers()) {
      if (server.is_counted_here()) function(*server);
    }
  };
  for (const auto& toolbox : toolboxes_) visit(*toolbox);
  draining_.for_each(visit);
  parts_.servers.for_each_draining(function);
}

bool ToolboxSet::has_leased_server() const {
  bool is_leased = false;
  const auto look_into = [&](const Toolbox& toolbox) {
    for (const PooledServer& server : toolbox.servers()) {
      is_leased = is_leased || (server.is_last() && server->drain_state().has_users());
    }
  };
  for (const auto& toolbox : toolboxes_) look_into(*toolbox);
  draining_.for_each(look_into);
  parts_.servers.for_each_draining(
      [&](const servers::Server& server) { is_leased = is_leased || server.drain_state().has_users(); });
  return is_leased;
}

void ToolboxSet::set_log_level(std::string_view level) {
  parts_.servers.set_log_level(level);
  for_each_own_server([&](servers::Server& server) { server.settings().set_log_level(level); });
}

void ToolboxSet::notify_roots_changed() {
  for_each_own_server([](servers::Server& server) {
    if (servers::ServerRun* run = server.ready_run()) run->notify_roots_changed();
  });
}

void ToolboxSet::pause_servers(bool paused) {
  parts_.servers.set_paused(paused);
  for_each_own_server([&](servers::Server& server) { server.settings().pause_reading(paused); });
}

void ToolboxSet::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_ended(toolboxes_.size() + draining_.size() + 2, std::move(closed));
  for (const auto& toolbox : toolboxes_) toolbox->end(one_ended);
  draining_.for_each([&](Toolbox& toolbox) { toolbox.end(one_ended); });
  parts_.servers.close_draining(one_ended);
  one_ended();
}

}  // namespace workbench::gateway
