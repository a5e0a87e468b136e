#include "servers/run.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "base/process_limits.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/notification.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::servers {

using protocol::ListKind;

namespace {

/// A caller that waits for a list, but not for ever.
struct PatientListing {
  explicit PatientListing(MoveOnlyFunction<void()> called_once) : done(std::move(called_once)) {}

  void finish() {
    timer.reset();
    if (auto finished = std::exchange(done, {})) finished();
  }

  MoveOnlyFunction<void()> done;  // empty: it was called
  EventLoop::Timer timer;
};

}  // namespace

ServerRun::ServerRun(Host& host, const std::string& source, std::unique_ptr<Connection> connection, StartupPlan plan,
                     ServerRunObserver& observer)
    : host_(host),
      source_(source),
      plan_(std::move(plan)),
      observer_(observer),
      connection_(host, source, std::move(connection), plan_.last_words, *this) {
  for (const ListKind kind : protocol::kListKinds) refreshes_[static_cast<std::size_t>(kind)] = make_refresh(kind);
}

void ServerRun::start() {
  connection_.start();
  startup_ = std::make_shared<ConnectionStartup>(
      host_, source_, connection_, plan_,
      [this](Result<StartupResult> outcome) { handle_startup(std::move(outcome)); });
  startup_->start();
}

void ServerRun::handle_startup(Result<StartupResult> outcome) {
  if (state_ == State::ending) return;  // it was closed in the course of a step of the start
  const auto is_telling = [](ErrorKind kind) {
    return kind != ErrorKind::timed_out && kind != ErrorKind::login_required;
  };
  has_died_of_the_probe_ = !outcome && startup_->is_probing() && is_telling(outcome.error().kind);
  startup_.reset();
  if (!outcome) return observer_.on_failed(*this, outcome.error());
  result_ = *std::move(outcome);
  state_ = State::ready;
  subscriptions_.emplace(host_, source_, connection_, result_.revision, result_.capabilities, plan_.limit,
                         [this] { report_missed_changes(); });
  subscriptions_->start();
  for (const ListKind kind : protocol::kListKinds) {
    refresh(kind).set_cache_hint(result_.cache_hints[static_cast<std::size_t>(kind)]);
  }
  host_.log(LogLevel::information, source_,
            "ready: protocol version " + std::string(protocol::name_of(result_.revision)) + ", " +
                std::to_string(items(ListKind::tools).size()) + " tools");
  observer_.on_ready(*this);
  for (const ListKind kind : std::exchange(changed_while_starting_, {})) refresh(kind).handle_change();
}

void ServerRun::set_log_level(std::string_view level) {
  if (is_modern(result_.revision) || json::member(result_.capabilities, "logging").is_absent()) return;
  if (!log_level_.empty() && protocol::severity_of(level) >= protocol::severity_of(log_level_)) return;
  log_level_ = level;
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "logging/setLevel");
  message.append("{\"level\":").append(json::quoted(level)).append("}}");
  connection_.request(id, std::move(message), plan_.limit,
                      std::make_unique<jsonrpc::CallbackRequest>([](const Response&) {}));
}

void ServerRun::notify_roots_changed() {
  if (is_modern(revision()) || json::member(client_capabilities(), "roots").is_absent()) return;
  connection_.notify(jsonrpc::write_notification("notifications/roots/list_changed", {}));
}

bool ServerRun::is_listing_anything() const {
  return std::any_of(protocol::kListKinds.begin(), protocol::kListKinds.end(),
                     [this](ListKind kind) { return refreshes_[static_cast<std::size_t>(kind)]->is_pending(); });
}

bool ServerRun::is_outdated(ListKind kind) const {
  if (state_ != State::ready) return false;
  const ListRefresh& list = *refreshes_[static_cast<std::size_t>(kind)];
  return list.is_pending() || (list.is_stale() && !subscriptions_->notifies_of(kind));
}

void ServerRun::when_current(ListKind kind, MoveOnlyFunction<void()> done) {
  ListRefresh& list = refresh(kind);
  if (!is_outdated(kind)) return done();
  // What the server has just announced is what the client asks for; the request for it has a limit of its own.
  if (list.is_pending()) return list.when_done(std::move(done));
  list.handle_change();
  const auto waiting = std::make_shared<PatientListing>(std::move(done));
  waiting->timer = host_.loop().after(base::process_limits(host_).open_patience, [weak = std::weak_ptr(waiting)] {
    if (const auto listing = weak.lock()) listing->finish();
  });
  list.when_done([waiting] { waiting->finish(); });
}

// A list of whose changes the server notifies is as new as if it had just been requested.
std::optional<protocol::CacheHint> ServerRun::cache_hint(ListKind kind) const {
  if (state_ != State::ready) return std::nullopt;
  auto hint = refreshes_[static_cast<std::size_t>(kind)]->cache_hint();
  if (hint && subscriptions_->notifies_of(kind)) hint->received = protocol::CacheHint::Clock::now();
  return hint;
}

// --- what the server sends -------------------------------------------------------------------------------------------

void ServerRun::on_event(Event event) {
  if (const auto* changed = std::get_if<CatalogChanged>(&event)) return handle_list_change(changed->kind);
  // A modern server asks for input in its result instead ("basic/patterns/mrtr").
  auto* requested = std::get_if<InputRequested>(&event);
  if (requested != nullptr && state_ == State::ready && is_modern(revision())) {
    host_.log(LogLevel::warning, source_, "a modern server may not send requests: " + requested->input_request.method);
    return requested->respond(Error{ErrorKind::protocol, "in this protocol version servers send no requests"});
  }
  observer_.on_event(*this, std::move(event));
}

void ServerRun::on_subscription_acknowledged(std::uint64_t id, const Json& granted) {
  if (subscriptions_) subscriptions_->handle_acknowledgement(id, granted);
}

void ServerRun::on_subscription_cancelled(std::uint64_t id, const Json& reason) {
  if (subscriptions_) subscriptions_->handle_cancellation(id, reason);
}

void ServerRun::handle_list_change(ListKind kind) {
  if (!plan_.lists_everything && kind != ListKind::tools) return;
  switch (state_) {
    case State::starting: changed_while_starting_.insert(kind); return;
    case State::ready: return refresh(kind).handle_change();
    case State::ending: return;
  }
}

// Everything that the server would have notified us of may have changed.
void ServerRun::report_missed_changes() {
  for (const ListKind kind : protocol::kListKinds) {
    if (subscriptions_->covers(kind)) handle_list_change(kind);
  }
  for (const std::string& uri : subscriptions_->uris()) {
    observer_.on_event(*this, protocol::ResourceUpdated{uri, Json("{\"uri\":" + json::quoted(uri) + "}")});
  }
}

std::unique_ptr<ListRefresh> ServerRun::make_refresh(ListKind kind) {
  return std::make_unique<ListRefresh>(
      host_.loop(),
      [this, kind](MoveOnlyFunction<void(ListedItems)> done) {
        const bool is_modern_run = is_modern(result_.revision);
        return std::make_shared<ListPages>(
            host_, source_, connection_, kind,
            is_modern_run ? protocol::modern_request_metadata(plan_.client_capabilities, {}, plan_.introduction)
                          : std::string(),
            std::chrono::steady_clock::now() + plan_.limit, ListPages::Incomplete::is_refused, std::move(done));
      },
      [this, kind](ListedItems items) { handle_listing(kind, std::move(items)); });
}

void ServerRun::handle_listing(ListKind kind, ListedItems items) {
  const std::string what(protocol::list_member(kind));
  if (!items) {
    return host_.log(LogLevel::warning, source_,
                     "its " + what + " have changed, but the new list could not be fetched: " + items.error().message);
  }
  const std::string& early_end = refresh(kind).early_end();
  if (*items == this->items(kind) && early_end == this->early_end(kind)) {
    return host_.log(LogLevel::debug, source_, "its " + what + " were listed again and are the same");
  }
  result_.lists[static_cast<std::size_t>(kind)] = *std::move(items);
  result_.early_ends[static_cast<std::size_t>(kind)] = early_end;
  host_.log(LogLevel::information, source_,
            "its " + what + " have changed: " + std::to_string(this->items(kind).size()) + " now");
  observer_.on_event(*this, CatalogChanged{kind});
}

// --- the end ---------------------------------------------------------------------------------------------------------

void ServerRun::close(Error reason) {
  state_ = State::ending;
  startup_.reset();  // what the server still answers must not make it ready
  std::vector<MoveOnlyFunction<void()>> waiting = stop_refreshes();
  connection_.close(std::move(reason));
  for (auto& done : waiting) done();
}

void ServerRun::on_ended(const Error& reason) {
  if (state_ != State::ready) return;  // a start fails with the response that it waits for
  state_ = State::ending;
  std::vector<MoveOnlyFunction<void()>> waiting = stop_refreshes();
  observer_.on_ended(*this, reason);
  for (auto& done : waiting) done();
}

void ServerRun::on_closed(const Error& reason) {
  // A start that has not been given up waits for a response at every moment, so it has failed by now. If not, it fails
  // here.
  if (startup_ != nullptr) handle_startup(reason);
  observer_.on_closed(*this);  // may destroy this
}

std::vector<MoveOnlyFunction<void()>> ServerRun::stop_refreshes() {
  std::vector<MoveOnlyFunction<void()>> waiting;
  for (const auto& refresh : refreshes_) {
    auto stopped = refresh->stop();
    std::move(stopped.begin(), stopped.end(), std::back_inserter(waiting));
  }
  return waiting;
}

}  // namespace workbench::servers
