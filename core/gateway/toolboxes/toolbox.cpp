#include "gateway/toolboxes/toolbox.hpp"

#include <algorithm>
#include <utility>

#include "base/callback_latch.hpp"
#include "gateway/pool/principal_servers.hpp"
#include "gateway/pool/shared_servers.hpp"

namespace workbench::gateway {

Result<std::vector<Toolbox::Parts>> Toolbox::parts_for(const config::ToolboxEntry& entry,
                                                       const registry::Registry& registry) {
  std::vector<Parts> parts;
  for (const config::ServerEntry& server : entry.servers) {
    const std::string place = "server '" + server.name + "' in toolbox '" + entry.name + "'";
    const auto transport = registry.of<Transport>().object(server.transport);
    if (!transport) return transport.error().within(place);
    auto filters = servers::ToolFilters::from(server.tool_filters, registry);
    if (!filters) return filters.error().within(place);
    parts.push_back({*transport, *std::move(filters)});
  }
  return parts;
}

std::vector<std::shared_ptr<servers::Server>> Toolbox::apply(const config::ToolboxEntry& entry,
                                                             std::vector<Parts> parts) {
  const config::ToolboxEntry former = std::exchange(entry_, entry);
  std::vector<std::shared_ptr<servers::Server>> left = std::exchange(servers_, {});
  std::vector<servers::Server*> added;
  for (std::size_t index = 0; index != entry.servers.size(); ++index) {
    const auto same = std::find(former.servers.begin(), former.servers.end(), entry.servers[index]);
    std::shared_ptr<servers::Server>* const kept =
        same == former.servers.end() ? nullptr : &left[static_cast<std::size_t>(same - former.servers.begin())];
    if (kept != nullptr && !is_to_be_replaced(**kept)) {
      servers_.push_back(std::move(*kept));
    } else {
      servers_.push_back(make_server(entry.servers[index], std::move(parts[index])));
      added.push_back(servers_.back().get());
    }
  }
  std::erase_if(left, [this](const auto& server) { return server == nullptr || !leave(*server); });
  snapshot_ = nullptr;
  start_added(added);
  return left;
}

/// Those who wait for the servers of a round wait for the new ones, too. In an open toolbox, the tools of new servers
/// are shown when they are known; nobody waits for that.
void Toolbox::start_added(const std::vector<servers::Server*>& added) {
  std::vector<servers::Server*> to_start;
  for (servers::Server* server : added) {
    server->recall();
    if (!server->is_remembered()) to_start.push_back(server);
  }
  if (round_ != nullptr) return add_to_round(to_start);
  if (state_ != State::open) return;
  for (servers::Server* server : to_start) server->start_with_patience([] {});
}

std::shared_ptr<servers::Server> Toolbox::make_server(const config::ServerEntry& entry, Parts parts) {
  const auto changed = [this] { snapshot_ = nullptr; };
  if (entry.is_shared() && pools_.shared != nullptr) {
    return pools_.shared->join(entry_.name, entry, *parts.transport, std::move(parts.filters),
                               {this, &context_.observer, changed});
  }
  if (pools_.principal != nullptr) {
    return pools_.principal->join(context_, entry_.name, entry, *parts.transport, std::move(parts.filters),
                                  {this, &context_.observer, changed});
  }
  return servers::Server::make(context_, entry_.name, entry, *parts.transport, std::move(parts.filters), changed);
}

Toolbox::~Toolbox() {
  for (const auto& server : servers_) static_cast<void>(leave(*server));
}

bool Toolbox::is_superseded(const servers::Server& server) const {
  return pools_.principal != nullptr && !server.is_shared() && pools_.principal->is_superseded(server);
}

bool Toolbox::is_to_be_replaced(const servers::Server& server) const {
  return is_superseded(server) && !server.is_in_use();
}

bool Toolbox::has_superseded_server() const {
  return std::any_of(servers_.begin(), servers_.end(), [this](const auto& server) { return is_superseded(*server); });
}

bool Toolbox::has_server_to_replace() const {
  return std::any_of(servers_.begin(), servers_.end(),
                     [this](const auto& server) { return is_to_be_replaced(*server); });
}

bool Toolbox::leave(const servers::Server& server) const {
  if (server.is_shared()) {
    pools_.shared->leave(this, server);
    return false;
  }
  return pools_.principal == nullptr || pools_.principal->leave(this, server);
}

servers::Server* Toolbox::find_server(std::string_view name) const {
  const auto found =
      std::find_if(servers_.begin(), servers_.end(), [&](const auto& server) { return server->name() == name; });
  return found == servers_.end() ? nullptr : found->get();
}

bool Toolbox::pins(std::string_view server, std::string_view tool) const {
  return std::any_of(entry_.pinned_tools.begin(), entry_.pinned_tools.end(),
                     [&](const config::PinnedTool& pinned) { return pinned.server == server && pinned.tool == tool; });
}

void Toolbox::for_each_own_server(const std::function<void(servers::Server&)>& function) const {
  for (const auto& server : servers_) {
    if (server->is_shared()) continue;
    if (pools_.principal == nullptr || pools_.principal->is_first(this, *server)) function(*server);
  }
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

void Toolbox::recall() {
  for (const auto& server : servers_) server->recall();
}

// --- opening ---------------------------------------------------------------------------------------------------------

bool Toolbox::is_to_start(const servers::Server& server, Retry retry, Wanted wanted) const {
  if (server.failure().has_value()) return retry == Retry::all || server.may_be_started();
  if (wanted == Wanted::catalogs && server.catalog().is_known() && !server.is_listing_tools()) return false;
  return state_ != State::open || !server.was_started() || server.is_listing_tools();
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

void Toolbox::wait_for_servers(Waiting waiting, Retry retry, Wanted wanted) {
  if (round_ != nullptr) return join_round(std::move(waiting), wanted);
  recall();
  const std::vector<servers::Server*> to_start = servers_to_start(retry, wanted);
  if (state_ == State::open && to_start.empty()) return waiting.opened(begin_answer());
  begin_round(to_start, std::move(waiting));
}

/// The round may have been begun for catalogs alone.
void Toolbox::join_round(Waiting waiting, Wanted wanted) {
  round_->waiting.push_back(std::move(waiting));
  if (wanted == Wanted::catalogs) return;
  std::vector<servers::Server*> left_out;
  for (const auto& server : servers_) {
    if (!server->was_started()) left_out.push_back(server.get());
  }
  add_to_round(left_out);
}

void Toolbox::begin_round(const std::vector<servers::Server*>& to_start, Waiting first) {
  round_ = std::make_shared<Round>();
  round_->waiting.push_back(std::move(first));
  add_to_round(to_start);
}

void Toolbox::add_to_round(const std::vector<servers::Server*>& to_start) {
  const auto round = round_;
  round->servers += to_start.size();
  // One more for this function: servers may complete at once, but the round ends when all have been started.
  round->awaited += to_start.size() + 1;
  for (servers::Server* server : to_start) {
    server->start_with_patience([this, server, weak = std::weak_ptr(round)] {
      const auto present = weak.lock();
      if (present != nullptr && present == round_) record_completed(server->name());
    });
  }
  if (round_ == round && --round->awaited == 0) finish_round();
}

void Toolbox::record_completed(const std::string& server) {
  const auto round = round_;
  ++round->completed;
  for (Waiting& waiting : round->waiting) {
    if (waiting.progress) waiting.progress(round->completed, round->servers, server);
  }
  if (--round->awaited == 0) finish_round();
}

void Toolbox::finish_round() {
  const auto round = std::exchange(round_, nullptr);
  if (state_ == State::opening) {
    state_ = has_usable_server() ? State::open : State::closed;
    if (state_ == State::open) observer_.on_toolbox_changed();
  }
  const auto present = begin_answer();
  for (Waiting& waiting : round->waiting) waiting.opened(present);
}

std::shared_ptr<const OpenedToolbox> Toolbox::begin_answer() {
  observer_.on_answer();
  return snapshot();
}

/// One without servers is of use as it is.
bool Toolbox::has_usable_server() const {
  return servers_.empty() || std::any_of(servers_.begin(), servers_.end(), [](const auto& server) {
           return !server->failure().has_value() || server->is_starting();
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
  const auto round = std::exchange(round_, nullptr);
  const base::CallbackLatch one_stopped(
      servers_.size() + 1,
      [this, alive = std::weak_ptr(alive_), closing = ++closings_, closed = std::move(closed)]() mutable {
        const bool is_latest = !alive.expired() && closing == closings_;
        if (is_latest && state_ == State::closing) state_ = State::closed;
        closed();
      });
  for (const auto& server : servers_) {
    if (server->is_shared()) {
      one_stopped();
    } else {
      server->stop(one_stopped);
    }
  }
  one_stopped();
  cancel(round.get(), {ErrorKind::cancelled, "Toolbox '" + entry_.name + "' was closed while it was being opened"});
}

void Toolbox::end(MoveOnlyFunction<void()> ended) {
  state_ = State::ended;
  const auto round = std::exchange(round_, nullptr);
  const base::CallbackLatch one_ended(servers_.size() + 1, std::move(ended));
  for (const auto& server : servers_) {
    if (leave(*server)) {
      server->close(one_ended);
    } else {
      one_ended();
    }
  }
  one_ended();
  cancel(round.get(), {ErrorKind::cancelled, "the workbench is ending"});
}

void Toolbox::drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
  state_ = State::ended;
  const auto round = std::exchange(round_, nullptr);
  const base::CallbackLatch one_drained(servers_.size() + 1, std::move(drained));
  for (const auto& server : servers_) {
    if (leave(*server)) {
      server->drain(limit, one_drained);
    } else {
      one_drained();
    }
  }
  cancel(round.get(), {ErrorKind::cancelled, "Toolbox '" + entry_.name + "' is no longer configured"});
  context_.host.loop().post([one_drained] { one_drained(); });
}

void Toolbox::cancel(Round* round, const Error& reason) {
  if (round == nullptr) return;
  for (Waiting& waiting : round->waiting) waiting.opened(reason);
}

}  // namespace workbench::gateway
