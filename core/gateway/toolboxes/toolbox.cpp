#include "gateway/toolboxes/toolbox.hpp"

#include <algorithm>
#include <utility>

#include "base/callback_latch.hpp"
#include "servers/catalog_notes.hpp"
#include "servers/current_lists.hpp"
#include "servers/unusable_transport.hpp"

namespace workbench::gateway {

Result<std::vector<Toolbox::Parts>> Toolbox::parts_for(const config::ToolboxEntry& entry,
                                                       const registry::Registry& registry) {
  std::vector<Parts> parts;
  for (const config::ServerEntry& server : entry.servers) {
    if (server.has_errors) {
      parts.push_back({&servers::UnusableTransport::instance(), {}});
      continue;
    }
    const std::string place = "server '" + server.name + "' in toolbox '" + entry.name + "'";
    const auto transport = registry.of<Transport>().object(server.transport);
    if (!transport) return transport.error().within(place);
    auto filters = servers::ToolFilters::from(server.tool_filters, registry);
    if (!filters) return filters.error().within(place);
    parts.push_back({*transport, *std::move(filters)});
    const auto policy = entry.policies.find(server.name);
    if (policy == entry.policies.end()) continue;
    auto made = ServerPolicy::from(policy->second, registry);
    if (!made) return made.error().within(place);
    parts.back().policy.emplace(*std::move(made));
  }
  return parts;
}

void Toolbox::apply(const config::ToolboxEntry& entry, std::vector<Parts> parts) {
  const config::ToolboxEntry former = std::exchange(entry_, entry);
  std::vector<PooledServer> left = std::exchange(servers_, {});  // the end of this function leaves what is not kept
  std::vector<servers::Server*> added;
  policies_.clear();
  for (std::size_t index = 0; index != entry.servers.size(); ++index) {
    if (parts[index].policy) policies_.emplace(entry.servers[index].name, *std::move(parts[index].policy));
    const auto same = std::find(former.servers.begin(), former.servers.end(), entry.servers[index]);
    if (same != former.servers.end()) {
      servers_.push_back(std::move(left[static_cast<std::size_t>(same - former.servers.begin())]));
    } else {
      servers_.push_back(join(entry.servers[index], std::move(parts[index])));
      added.push_back(servers_.back().get());
    }
  }
  snapshot_ = nullptr;
  start_added(added);
}

PooledServer Toolbox::join(const config::ServerEntry& entry, Parts parts) {
  return workspace_.join(entry_.name, entry, *parts.transport, std::move(parts.filters), *this);
}

/// Openings that wait for the servers of a round wait for the new ones, too. In an open toolbox, the tools of new
/// servers are shown when they are known; no opening waits for that.
void Toolbox::start_added(const std::vector<servers::Server*>& added) {
  std::vector<servers::Server*> to_start;
  for (servers::Server* server : added) {
    server->recall();
    if (!server->status().is_remembered()) to_start.push_back(server);
  }
  if (round_ != nullptr) return round_->start(to_start);
  if (state_ != State::open) return;
  for (servers::Server* server : to_start) server->start_with_patience([] {});
}

void Toolbox::on_changed() {
  snapshot_ = nullptr;
  for (auto& [server, policy] : policies_) policy.forget_tools();
}

void Toolbox::on_superseded(const servers::Server& server) {
  const auto found =
      std::find_if(servers_.begin(), servers_.end(), [&](const auto& one) { return one.get() == &server; });
  if (found == servers_.end()) return;
  found->move_on();
  on_changed();
  start_added({found->get()});
  observer_.on_server_replaced();
}

servers::Server* Toolbox::find_server(std::string_view name) const {
  const auto found =
      std::find_if(servers_.begin(), servers_.end(), [&](const auto& server) { return server->name() == name; });
  return found == servers_.end() ? nullptr : found->get();
}

std::shared_ptr<const OpenedToolbox> Toolbox::snapshot() {
  if (snapshot_ != nullptr) return snapshot_;
  auto made = std::make_shared<OpenedToolbox>();
  made->name = entry_.name;
  made->description = entry_.description;
  made->open_bytes = entry_.max_tokens ? *entry_.max_tokens * config::kBytesPerToken : ClientProfile::kUnlimited;
  made->detail = entry_.detail;
  made->shows_instructions = entry_.shows_instructions;
  for (const auto& server : servers_) {
    OpenedServer& opened = made->servers.emplace_back();
    opened.name = server->name();
    opened.failure = server->status().failure();
    opened.is_starting = server->status().is_starting();
    if (opened.failure || opened.is_starting) continue;
    opened.instructions = server->catalog().instructions();
    opened.tools = server->catalog().tools();
    opened.notes = servers::notes_for_models(server->catalog());
    opened.withheld = server->catalog().reviewer().withheld();
  }
  snapshot_ = std::move(made);
  return snapshot_;
}

void Toolbox::recall() {
  for (const auto& server : servers_) server->recall();
}

// --- opening ---------------------------------------------------------------------------------------------------------

bool Toolbox::is_to_start(const servers::Server& server, Retry retry, Wanted wanted) const {
  if (server.status().failure().has_value()) return retry == Retry::all || server.status().may_be_started();
  if (wanted == Wanted::catalogs && server.catalog().is_known() && !server.status().is_listing_tools()) return false;
  return state_ != State::open || !server.status().was_started() || server.status().is_listing_tools();
}

std::vector<servers::Server*> Toolbox::servers_to_start(Retry retry, Wanted wanted) const {
  std::vector<servers::Server*> to_start;
  for (const auto& server : servers_) {
    if (is_to_start(*server, retry, wanted)) to_start.push_back(server.get());
  }
  return to_start;
}

void Toolbox::open(Progress progress, Opened opened, Retry retry, Wanted wanted) {
  if (state_ == State::ended) return opened(Error{ErrorKind::cancelled, "the workbench is ending"});
  if (state_ != State::open) state_ = State::opening;
  wait_for_servers({std::move(progress), std::move(opened)}, retry, wanted);
}

void Toolbox::learn(MoveOnlyFunction<void()> known, Retry retry, Wanted wanted) {
  if (state_ == State::ended) return known();
  wait_for_servers({{}, [known = std::move(known)](const workbench::Toolboxes::Opened&) mutable { known(); }}, retry,
                   wanted);
}

void Toolbox::wait_for_servers(OpeningRound::Waiting waiting, Retry retry, Wanted wanted) {
  if (round_ != nullptr) return join_round(std::move(waiting), wanted);
  recall();
  const std::vector<servers::Server*> to_start = servers_to_start(retry, wanted);
  if (state_ == State::open && to_start.empty()) return waiting.opened(begin_answer());
  round_ = std::make_shared<OpeningRound>([this] { finish_round(); });
  round_->add(std::move(waiting));
  round_->start(to_start);
}

/// The round may have been begun for catalogs alone.
void Toolbox::join_round(OpeningRound::Waiting waiting, Wanted wanted) {
  round_->add(std::move(waiting));
  if (wanted == Wanted::catalogs) return;
  std::vector<servers::Server*> left_out;
  for (const auto& server : servers_) {
    if (!server->status().was_started()) left_out.push_back(server.get());
  }
  round_->start(left_out);
}

void Toolbox::finish_round() {
  const auto round = std::exchange(round_, nullptr);
  if (state_ == State::opening) {
    state_ = has_usable_server() ? State::open : State::closed;
    if (state_ == State::open) observer_.on_toolbox_changed();
  }
  round->answer(begin_answer());
}

std::shared_ptr<const OpenedToolbox> Toolbox::begin_answer() {
  observer_.on_answer();
  return snapshot();
}

/// A toolbox without servers is usable as it is.
bool Toolbox::has_usable_server() const {
  return servers_.empty() || std::any_of(servers_.begin(), servers_.end(), [](const auto& server) {
           return !server->status().failure().has_value() || server->status().is_starting();
         });
}

void Toolbox::when_current(MoveOnlyFunction<void()> done) {
  std::vector<servers::Server*> all;
  for (const auto& server : servers_) all.push_back(server.get());
  servers::when_current(all, protocol::ListKind::tools,
                        [done = std::move(done), alive = std::weak_ptr(alive_)]() mutable {
                          if (!alive.expired()) done();
                        });
}

void Toolbox::when_listed(servers::Server& server, MoveOnlyFunction<void()> listed) {
  server.start([listed = std::move(listed), alive = std::weak_ptr(alive_)](const Result<void>&) mutable {
    if (!alive.expired()) listed();
  });
}

void Toolbox::when_started(servers::Server& server, MoveOnlyFunction<void(const Result<void>&)> completed) {
  server.when_ready([completed = std::move(completed),
                     alive = std::weak_ptr(alive_)](const Result<servers::ServerRun*>& ready) mutable {
    if (!alive.expired()) completed(ready ? Result<void>() : Result<void>(ready.error()));
  });
}

// --- closing ---------------------------------------------------------------------------------------------------------

// Only a client that has its workspace for itself closes a toolbox (Toolboxes::close_toolbox).
void Toolbox::close(MoveOnlyFunction<void()> closed) {
  if (state_ == State::ended) return closed();
  state_ = State::closing;
  snapshot_ = nullptr;
  const auto round = stop_round();
  const base::CallbackLatch one_stopped(
      servers_.size() + 1,
      [this, alive = std::weak_ptr(alive_), closing = ++closings_, closed = std::move(closed)]() mutable {
        const bool is_latest = !alive.expired() && closing == closings_;
        if (is_latest && state_ == State::closing) state_ = State::closed;
        closed();
      });
  for (const auto& server : servers_) {
    if (server->configured().is_shared()) {
      one_stopped();
    } else {
      server->stop(one_stopped);
    }
  }
  one_stopped();
  cancel(round, "Toolbox '" + entry_.name + "' was closed while it was being opened");
}

void Toolbox::end(MoveOnlyFunction<void()> ended) {
  state_ = State::ended;
  const auto round = stop_round();
  const base::CallbackLatch one_ended(servers_.size() + 1, std::move(ended));
  for (PooledServer& server : servers_) server.close(one_ended);
  one_ended();
  cancel(round, "the workbench is ending");
}

void Toolbox::drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
  state_ = State::ended;
  const auto round = stop_round();
  const base::CallbackLatch one_drained(servers_.size() + 1, std::move(drained));
  for (PooledServer& server : servers_) server.drain(limit, one_drained);
  cancel(round, "Toolbox '" + entry_.name + "' is no longer configured");
  workspace_.host().loop().post([one_drained] { one_drained(); });
}

std::shared_ptr<OpeningRound> Toolbox::stop_round() {
  if (round_ != nullptr) round_->stop();
  return std::exchange(round_, nullptr);
}

void Toolbox::cancel(const std::shared_ptr<OpeningRound>& round, std::string reason) {
  if (round != nullptr) round->answer(Error{ErrorKind::cancelled, std::move(reason)});
}

}  // namespace workbench::gateway
