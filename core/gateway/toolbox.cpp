#include "gateway/toolbox.hpp"

#include <algorithm>
#include <utility>

#include "base/callback_latch.hpp"
#include "gateway/shared_servers.hpp"

namespace workbench::gateway {

Toolbox::Toolbox(const config::ToolboxEntry& entry, SharedServers* shared)
    : name_(entry.name),
      description_(entry.description),
      open_bytes_(entry.max_tokens ? *entry.max_tokens * config::kBytesPerToken : ClientProfile::kUnlimited),
      detail_(entry.detail),
      opens_by_use_(entry.auto_open.value_or(false)),
      shared_(shared) {}

Result<std::unique_ptr<Toolbox>> Toolbox::from(const config::ToolboxEntry& entry, const registry::Registry& registry,
                                               servers::ServerContext& context, SharedServers* shared) {
  std::unique_ptr<Toolbox> toolbox(new Toolbox(entry, shared));
  for (const config::ServerEntry& server : entry.servers) {
    const std::string place = "server '" + server.name + "' in toolbox '" + entry.name + "'";
    const auto transport = registry.transport(server.transport);
    if (!transport) return transport.error().within(place);
    auto filters = servers::ToolFilters::from(server.tool_filters, registry);
    if (!filters) return filters.error().within(place);
    const auto changed = [box = toolbox.get()] { box->snapshot_ = nullptr; };
    if (server.is_shared && shared != nullptr) {
      toolbox->servers_.push_back(shared->join(entry.name, server, **transport, *std::move(filters),
                                               {toolbox.get(), &context.observer, changed}));
    } else {
      toolbox->servers_.push_back(
          std::make_shared<servers::Server>(context, entry.name, server, **transport, *std::move(filters), changed));
    }
  }
  return toolbox;
}

Toolbox::~Toolbox() {
  if (shared_ != nullptr) shared_->leave(this);
}

bool Toolbox::is_to_open(const servers::Server& server, Retry retry) const {
  if (server.failure().has_value()) return retry == Retry::all || server.may_be_started();
  return !is_open_ || server.is_listing_tools();
}

std::vector<servers::Server*> Toolbox::servers_to_open(Retry retry) const {
  std::vector<servers::Server*> to_open;
  for (const auto& server : servers_) {
    if (is_to_open(*server, retry)) to_open.push_back(server.get());
  }
  return to_open;
}

void Toolbox::open(workbench::Toolboxes::Opening opening, Opened opened, Retry retry) {
  const std::vector<servers::Server*> to_open = servers_to_open(retry);
  if (servers_awaited_ == 0 && is_open_ && to_open.empty()) return opened(snapshot());
  waiting_for_opening_.push_back({std::move(opening), std::move(opened)});
  if (servers_awaited_ > 0) return;

  servers_opening_ = to_open.size();
  servers_settled_ = 0;
  servers_awaited_ = to_open.size() + 1;  // and this loop, so that the last server to settle is not found too early
  for (servers::Server* server : to_open) {
    server->start_with_patience([this, server, alive = std::weak_ptr(alive_)] {
      if (!alive.expired()) record_server_settled(server->name());
    });
  }
  finish_opening();
}

void Toolbox::when_listed(servers::Server& server, MoveOnlyFunction<void()> listed) {
  server.start([listed = std::move(listed), alive = std::weak_ptr(alive_)](const Result<void>&) mutable {
    if (!alive.expired()) listed();
  });
}

void Toolbox::when_settled(servers::Server& server, MoveOnlyFunction<void(const Result<void>&)> settled) {
  server.when_ready(
      [settled = std::move(settled), alive = std::weak_ptr(alive_)](const Result<servers::ServerRun*>& ready) mutable {
        if (!alive.expired()) settled(ready ? Result<void>() : Result<void>(ready.error()));
      });
}

void Toolbox::record_server_settled(const std::string& server) {
  ++servers_settled_;
  for (Waiting& waiting : waiting_for_opening_) {
    if (waiting.opening) waiting.opening(servers_settled_, servers_opening_, server);
  }
  finish_opening();
}

void Toolbox::finish_opening() {
  if (--servers_awaited_ > 0) return;
  const auto is_of_use = [](const auto& server) { return !server->failure().has_value() || server->is_starting(); };
  const bool was_closed = std::exchange(is_closed_while_opening_, false);
  is_open_ = !was_closed && (is_open_ || servers_.empty() || std::any_of(servers_.begin(), servers_.end(), is_of_use));
  const auto present = snapshot();
  for (Waiting& waiting : std::exchange(waiting_for_opening_, {})) waiting.opened(present);
}

template <typename End>
void Toolbox::end_own(End end, MoveOnlyFunction<void()> all_ended) {
  const base::CallbackLatch one_gone(servers_.size() + 1, std::move(all_ended));
  for (const auto& server : servers_) {
    if (server->is_shared()) {
      one_gone();
    } else {
      end(*server, one_gone);
    }
  }
  one_gone();
}

void Toolbox::shut(MoveOnlyFunction<void()> closed) {
  is_open_ = false;
  is_closed_while_opening_ = servers_awaited_ > 0;
  snapshot_ = nullptr;
  end_own([](servers::Server& server, const base::CallbackLatch& one_gone) { server.stop(one_gone); },
          std::move(closed));
}

std::shared_ptr<const OpenedToolbox> Toolbox::snapshot() {
  if (snapshot_ != nullptr) return snapshot_;
  auto made = std::make_shared<OpenedToolbox>();
  made->name = name_;
  made->description = description_;
  made->open_bytes = open_bytes_;
  made->detail = detail_;
  for (const auto& server : servers_) {
    OpenedServer& opened = made->servers.emplace_back();
    opened.name = server->name();
    opened.failure = server->failure();
    opened.is_starting = server->is_starting();
    if (opened.failure || opened.is_starting) continue;
    opened.instructions = server->catalog().instructions();
    opened.tools = server->catalog().tools();
    opened.notes = server->catalog().notes();
  }
  snapshot_ = std::move(made);
  return snapshot_;
}

servers::Server* Toolbox::find_server(std::string_view name) const {
  const auto found =
      std::find_if(servers_.begin(), servers_.end(), [&](const auto& server) { return server->name() == name; });
  return found == servers_.end() ? nullptr : found->get();
}

void Toolbox::pause_servers(bool paused) {
  for (const auto& server : servers_) {
    if (!server->is_shared()) server->pause_reading(paused);
  }
}

void Toolbox::close(MoveOnlyFunction<void()> closed) {
  end_own([](servers::Server& server, const base::CallbackLatch& one_gone) { server.close(one_gone); },
          std::move(closed));
}

}  // namespace workbench::gateway
