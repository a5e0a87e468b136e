#include "servers/server.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "base/process_limits.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::servers {
namespace {

using protocol::ListKind;

/// A call waits this long for its server to be due for a restart; beyond that the error says when to try again.
constexpr std::chrono::milliseconds kMaxRestartWait{1'000};

/// A failure is read by models, at every opening: longer ones are in the log alone.
constexpr std::size_t kMaxFailureBytes = 500;

constexpr const char* kChanged = "the configuration of this server has changed or was removed";

bool is_pinned_to_modern(std::string_view protocol) {
  return protocol == "modern" || protocol == protocol::name_of(protocol::kModernRevision);
}

/// Why a server has ended is what it has written, mostly, and models and people read it.
Error visible(Error reason) {
  reason.message = base::visible_text(reason.message);
  return reason;
}

}  // namespace

/// What owners share; the last of them ends the server.
class Server::Possession {
 public:
  explicit Possession(std::shared_ptr<Server> server) : server_(std::move(server)) {}
  Possession(const Possession&) = delete;
  Possession& operator=(const Possession&) = delete;
  ~Possession() { server_->abandon(); }

  [[nodiscard]] Server* get() const { return server_.get(); }

 private:
  const std::shared_ptr<Server> server_;
};

Server::Owner Server::make(const ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
                           Transport& transport, ToolFilters filters, MoveOnlyFunction<void()> changed) {
  std::shared_ptr<Server> server(
      new Server(context, toolbox, entry, transport, std::move(filters), std::move(changed)));
  server->self_ = server;
  const auto possession = std::make_shared<Possession>(std::move(server));
  return {possession, possession->get()};
}

Server::Server(const ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
               Transport& transport, ToolFilters filters, MoveOnlyFunction<void()> changed)
    : context_(context),
      host_(context.host),
      entry_(entry),
      config_{toolbox, entry.name, entry.options, context.principal},
      source_(toolbox + "/" + entry.name),
      configuration_(entry.transport + '\n' + entry.identity),
      transport_(transport),
      changed_(std::move(changed)),
      use_watch_(host_.loop(), [this] { return use(); }),
      drain_(host_.loop(), use_watch_,
             [this](MoveOnlyFunction<void()> closed) {
               begin_end(State::closing, {ErrorKind::unavailable, kChanged}, std::move(closed));
             }),
      known_(context_, toolbox, entry, transport, std::move(filters)),
      history_(context.counters == nullptr ? nullptr : &(*context.counters)[{toolbox, entry.name}]),
      is_paused_(context.is_paused),
      shared_login_([this](ServerLogins::Visit visit, ServerLogins::Done done) {
        // What failed for want of the login need not wait any longer.
        return begin_login({}, std::move(visit), [this, done = std::move(done)](Result<void> outcome) mutable {
          if (outcome) history_.forgive();
          done(std::move(outcome));
        });
      }),
      start_(host_, source_, context.starts, context.starter == nullptr ? this : context.starter,
             [this] { connect(); }) {
  if (!context.log_level.empty()) settings_.set_log_level(context.log_level);
}

Server::~Server() = default;

bool Server::is_modern() const {
  if (entry_.protocol == "auto") return context_.eras.find(source_, configuration_) == Era::modern;
  return is_pinned_to_modern(entry_.protocol);
}

/// What is in flight without a lease was cancelled, or was not in time, and the server may still work on it.
UseWatch::Use Server::use() {
  if (is_starting_up() || drain_.has_users()) return {true};
  if (run_ == nullptr || run_->connection().in_flight().entries().empty()) return {false};
  InFlightRequests& in_flight = run_->connection().in_flight();
  in_flight.when_empty([this] { use_watch_.handle_change(); });
  return {true, in_flight.end_of_abandoned()};
}

std::optional<Error> Server::failure() const {
  if (!last_start_ || *last_start_) return std::nullopt;
  return last_start_->error();
}

std::string_view Server::activity() const {
  if (state_ == State::ready) return "ready";
  if (is_starting_up()) return "starting";
  if (is_ending() || !ending_.empty()) return "ending";
  return failure() ? "failed" : "stopped";
}

// A shared server's words do not reach clients: see StartupPlan::last_words.
ServerHealth Server::health() const {
  return with_state(history_.health(is_shared()));
}

ServerHealth Server::operator_health() const {
  return with_state(history_.health(false));
}

ServerHealth Server::with_state(ServerHealth health) const {
  health.server = name();
  health.state = activity();
  if (const auto failed = failure()) health.last_error = failed->message;
  const std::chrono::milliseconds wait = history_.wait();
  if (state_ == State::stopped && wait > kMaxRestartWait) health.next_attempt = wait;
  return health;
}

std::optional<int> Server::process_id() const {
  return run_ == nullptr ? std::nullopt : run_->connection().process_id();
}

// --- its catalog -----------------------------------------------------------------------------------------------------

void Server::recall() {
  if (was_started() || state_ != State::stopped) return;
  if (const auto difference = known_.recall()) notify_difference(*difference);
}

void Server::notify_difference(const KnownCatalog::Difference& difference) {
  changed_();
  if (drain_.has_begun()) return;
  for (const ListKind kind : difference.lists) {
    context_.observer.on_event(*this, CatalogChanged{kind, difference.is_first});
  }
}

// --- starting --------------------------------------------------------------------------------------------------------

void Server::start(Started started) {
  if (is_closed()) return started(last_end_);
  ServerRun* run = ready_run();
  if (run == nullptr) return wait_for_start(std::move(started), ServerStart::Patience::unlimited);
  run->refresh(ListKind::tools).when_done([this, started = std::move(started)]() mutable {
    started(present_outcome());
  });
}

void Server::start_with_patience(MoveOnlyFunction<void()> done) {
  Started started = [done = std::move(done)](const Result<void>&) mutable { done(); };
  if (state_ == State::ready || is_closed()) return start(std::move(started));
  if (start_.is_worth_patience()) return wait_for_start(std::move(started), ServerStart::Patience::limited);
  wait_for_start([](const Result<void>&) {}, ServerStart::Patience::unlimited);
  started({});
}

void Server::when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready) {
  if (ServerRun* run = ready_run()) return ready(run);
  if (is_closed()) return ready(last_end_);
  const std::chrono::milliseconds wait = history_.wait();
  if (state_ == State::stopped && wait > kMaxRestartWait) return ready(history_.refusal(wait, last_end_.message));
  Started started = [this, ready = std::move(ready)](const Result<void>& outcome) mutable {
    if (!outcome) return ready(outcome.error());
    ready(ready_run());
  };
  wait_for_start(std::move(started), ServerStart::Patience::of_call, wait);
}

void Server::wait_for_start(Started started, ServerStart::Patience patience, std::chrono::milliseconds delay) {
  start_.add(std::move(started), patience);
  if (state_ == State::stopped) begin_start(delay);
}

void Server::enter(State state) {
  if (state != state_) history_.record_change();
  state_ = state;
  use_watch_.handle_change();
}

void Server::begin_start(std::chrono::milliseconds delay) {
  enter(State::starting);
  if (is_starting()) changed_();
  start_.begin(delay);
}

void Server::connect() {
  if (entry_.unusable) return fail_start({ErrorKind::invalid_argument, *entry_.unusable}, false);
  RunQuota::Place place;
  if (context_.quota != nullptr) {
    auto acquired = context_.quota->acquire(ending_.size());
    if (!acquired) return fail_start(acquired.error(), false);
    place = *std::move(acquired);
  }
  history_.record_start();
  auto connection = transport_.connect(config_);
  if (!connection) return fail_start(connection.error(), connection.error().kind != ErrorKind::login_required);
  ServerRunObserver& observer = *this;
  run_ = std::make_unique<ServerRun>(host_, source_, *std::move(connection), startup_plan(), observer);
  run_->keep_place(std::move(place));
  run_->start();
  if (is_paused_ && run_ != nullptr) run_->connection().pause_reading(true);
}

StartupPlan Server::startup_plan() const {
  StartupPlan plan;
  plan.client_capabilities = context_.observer.client_capabilities();
  plan.introduction = introduction_of(context_.observer.client_implementation());
  plan.lists_everything = lists_content();
  plan.last_words = context_.is_shared ? LastWordsPlace::in_log_only : LastWordsPlace::in_errors;
  plan.limit = entry_.start_time_limit.value_or(base::process_limits(host_).server_start);
  plan.probe_limit = base::process_limits(host_).probe;
  if (entry_.protocol == "auto") {
    // One that was a modern server is asked to discover in any case, for its capabilities.
    if (context_.eras.find(source_, configuration_) == Era::legacy) plan.era = Era::legacy;
    return plan;
  }
  host_.log(LogLevel::information, source_, "its protocol is pinned to " + entry_.protocol + " by the configuration");
  plan.era = is_pinned_to_modern(entry_.protocol) ? Era::modern : Era::legacy;
  if (const auto revision = protocol::find_revision(entry_.protocol)) plan.legacy_revision = *revision;
  return plan;
}

void Server::on_ready(ServerRun& run) {
  enter(State::ready);
  start_.succeed();
  last_start_ = Result<void>();
  context_.eras.set(source_, configuration_, protocol::is_modern(run.revision()) ? Era::modern : Era::legacy);
  context_.observer.on_ready(*this);
  settings_.apply_to(run);
  stop_when_idle();
  notify_difference(known_.learn(run));
  if (state_ == State::ready) answer_waiting();
}

// Some old servers end when they receive anything before `initialize`: such a one is started again without the probe.
void Server::on_failed(ServerRun& run, const Error& reason) {
  if (run_.get() != &run) return;  // it is being stopped
  const bool died_of_the_probe = run.has_died_of_the_probe() && reason.kind != ErrorKind::busy;
  end_run(reason);
  if (died_of_the_probe) {
    host_.log(LogLevel::information, source_,
              "ended when it was asked for its protocol versions (" + reason.message +
                  "); it is started again: falling back to initialize");
    context_.eras.set(source_, configuration_, Era::legacy);
    return connect();
  }
  if (entry_.protocol == "auto") context_.eras.erase(source_, configuration_);
  fail_start(reason, reason.kind != ErrorKind::login_required);
}

void Server::fail_start(const Error& reason, bool is_of_server) {
  host_.log(LogLevel::warning, source_, "not started: " + reason.message);
  enter(State::stopped);
  start_.fail();
  last_end_ = visible({reason.kind, base::shortened(reason.message, kMaxFailureBytes)});
  history_.record_failed_start(last_end_.message, is_of_server);
  last_start_ = Result<void>(last_end_);
  changed_();
  answer_waiting();
}

// Each callback may start or stop the server; the later ones get the outcome as it is then.
void Server::answer_waiting() {
  for (Started& started : start_.take_waiting()) started(present_outcome());
}

Result<void> Server::present_outcome() const {
  return state_ == State::ready ? Result<void>() : Result<void>(last_end_);
}

// --- logins ----------------------------------------------------------------------------------------------------------

ServerLogins* Server::logins() const {
  return entry_.unusable || is_closed() ? nullptr : transport_.logins();
}

std::unique_ptr<ServerLogin> Server::begin_login(std::vector<std::string> scopes, ServerLogins::Visit visit,
                                                 ServerLogins::Done done) {
  ServerLogins* const known = logins();
  if (known == nullptr) return nullptr;
  return known->begin(config_, std::move(scopes), std::move(visit), std::move(done));
}

std::unique_ptr<EventLoop::Subscription> Server::end_login(ServerLogins::Done done) {
  ServerLogins* const known = logins();
  return known == nullptr ? nullptr : known->end(config_, std::move(done));
}

std::unique_ptr<EventLoop::Subscription> Server::find_login(MoveOnlyFunction<void(Result<LoginState> state)> done) {
  ServerLogins* const known = logins();
  return known == nullptr ? nullptr : known->find(config_, std::move(done));
}

void Server::look_up_login(MoveOnlyFunction<void()> done) {
  login_lookup_.look_up([this](LoginLookup::Found found) { return find_login(std::move(found)); }, std::move(done));
}

// --- while it is running ---------------------------------------------------------------------------------------------

// What a run sends while it is ending is dropped: it would be taken to belong to the requests of the next run.
void Server::on_event(ServerRun& run, Event event) {
  if (run_.get() != &run) {
    if (auto* requested = std::get_if<InputRequested>(&event)) {
      requested->respond(Error{ErrorKind::cancelled, "the server is being ended"});
    }
    return;
  }
  if (const auto* changed = std::get_if<CatalogChanged>(&event)) {
    if (!known_.update(changed->kind, run.items(changed->kind))) return;
    if (changed->kind == ListKind::tools) changed_();
  }
  // A server notifies of its own resources alone: those that are watched there.
  if (const auto* updated = std::get_if<protocol::ResourceUpdated>(&event); updated && !settings_.concerns(*updated)) {
    return;
  }
  const bool is_about_what_it_has =
      std::holds_alternative<CatalogChanged>(event) || std::holds_alternative<protocol::ResourceUpdated>(event);
  if (drain_.has_begun() && is_about_what_it_has) return;
  context_.observer.on_event(*this, std::move(event));
}

bool Server::is_listing_tools() const {
  ServerRun* run = ready_run();
  return run != nullptr && run->refresh(ListKind::tools).is_pending();
}

bool Server::is_listing_anything() const {
  return std::any_of(protocol::kListKinds.begin(), protocol::kListKinds.end(),
                     [this](ListKind kind) { return run_->refresh(kind).is_pending(); });
}

void Server::watch_resources(const void* watcher, std::set<std::string> uris) {
  settings_.watch_resources(watcher, std::move(uris));
  if (ServerRun* run = ready_run()) settings_.apply_to(*run);
}

void Server::when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done) {
  if (ready_run() == nullptr && !settings_.watches(uri)) return done(Json("{}"));
  when_ready([uri, done = std::move(done)](const Result<ServerRun*>& ready) mutable {
    if (!ready) return done(Error{ErrorKind::unavailable, ready.error().message});
    (*ready)->when_watched(uri, std::move(done));
  });
}

void Server::set_log_level(std::string_view level) {
  settings_.set_log_level(level);
  if (ServerRun* run = ready_run()) settings_.apply_to(*run);
}

void Server::notify_roots_changed() {
  ServerRun* run = ready_run();
  if (run == nullptr || protocol::is_modern(run->revision())) return;
  if (json::member(run->client_capabilities(), "roots").is_absent()) return;
  run->connection().notify(jsonrpc::write_notification("notifications/roots/list_changed", {}));
}

void Server::pause_reading(bool paused) {
  is_paused_ = paused;
  if (run_ != nullptr) run_->connection().pause_reading(paused);
}

/// Checks once per limits.idleServer whether the server was used since the last check, and ends an idle one; the next
/// call starts it again. One is not idle whose resources are watched, or that is leased: a request that waits for the
/// client's input comes back to it.
void Server::stop_when_idle() {
  const std::chrono::milliseconds limit = entry_.idle_time_limit.value_or(base::process_limits(host_).idle_server);
  if (limit == std::chrono::milliseconds(0)) return;
  static_cast<void>(run_->connection().in_flight().test_and_clear_used());
  idle_timer_ = host_.loop().after(limit, [this] { end_if_idle(); });
}

void Server::end_if_idle() {
  InFlightRequests& in_flight = run_->connection().in_flight();
  static_cast<void>(in_flight.entries());  // forgets those that nobody waits for, and that were never answered
  const bool was_used = in_flight.test_and_clear_used();
  if (was_used || drain_.has_users() || settings_.watches_resources() || is_listing_anything() ||
      context_.observer.has_open_tasks(*this)) {
    return stop_when_idle();
  }
  host_.log(LogLevel::information, source_, "not called for a while: ended until the next call");
  enter(State::stopped);
  idle_timer_.reset();
  end_run({ErrorKind::cancelled, "it was not called for a while"});
}

// --- ending ----------------------------------------------------------------------------------------------------------

void Server::stop(MoveOnlyFunction<void()> stopped) {
  begin_end(State::stopping, {ErrorKind::cancelled, "its toolbox was closed"}, std::move(stopped));
}

void Server::close(MoveOnlyFunction<void()> closed) {
  begin_end(State::closing, {ErrorKind::cancelled, "the workbench is ending"}, std::move(closed));
}

void Server::begin_end(State end, const Error& reason, MoveOnlyFunction<void()> ended) {
  if (state_ == State::closed) return ended();
  if (is_starting_up()) host_.log(LogLevel::debug, source_, "not started: " + reason.message);
  if (state_ != State::closing) {  // which is for good, and for its first reason
    enter(end);
    last_end_ = visible(reason);
  }
  start_.cancel();
  idle_timer_.reset();
  last_start_.reset();
  history_.forgive();
  waiting_for_end_.push_back(std::move(ended));
  std::vector<Started> cancelled = start_.take_waiting();
  end_run(reason);
  for (Started& started : cancelled) started(reason);
  shared_login_.end(reason);
  if (is_ending() && ending_.empty()) finish_end();
}

/// Everything that others gave it goes, in the order in which it would be destroyed. What is dropped here may be the
/// last to hold a lease.
void Server::abandon() {
  if (!is_closed()) last_end_ = {ErrorKind::cancelled, "the client for which it ran is gone"};
  state_ = State::closed;
  changed_ = [] {};
  ending_.clear();
  run_.reset();
  idle_timer_.reset();
  start_.cancel();
  start_.take_waiting().clear();
  shared_login_.abandon();
  std::exchange(waiting_for_end_, {}).clear();
  login_lookup_ = {};
  use_watch_.cancel();
  drain_.abandon();
}

void Server::finish_end() {
  enter(state_ == State::closing ? State::closed : State::stopped);
  for (auto& ended : std::exchange(waiting_for_end_, {})) ended();
  if (state_ == State::stopped && start_.has_waiting()) begin_start({});
}

void Server::drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
  changed_ = [] {};
  drain_.begin(limit, std::move(drained));
}

void Server::end_run(const Error& reason) {
  if (run_ == nullptr) return;
  ServerRun& ending = *ending_.emplace_back(std::move(run_));
  ending.close(reason);
}

void Server::on_ended(ServerRun& run, const Error& reason) {
  if (run_.get() != &run) return;
  host_.log(LogLevel::warning, source_, "ended: " + reason.message);
  last_end_ = visible(reason);
  history_.record_end(base::shortened(last_end_.message, kMaxFailureBytes));
  enter(State::stopped);
  idle_timer_.reset();
  ending_.push_back(std::move(run_));
}

void Server::on_closed(ServerRun& run) {
  std::erase_if(ending_, [&](const std::unique_ptr<ServerRun>& ended) { return ended.get() == &run; });
  if (is_ending() && ending_.empty()) finish_end();
}

}  // namespace workbench::servers
