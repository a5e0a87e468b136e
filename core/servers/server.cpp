#include "servers/server.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "servers/catalog_notes.hpp"

namespace workbench::servers {
namespace {

using protocol::ListKind;

constexpr const char* kChanged = "the configuration of this server has changed or was removed";

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
  const auto possession = std::make_shared<Possession>(std::move(server));
  return {possession, possession->get()};
}

Server::Server(const ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
               Transport& transport, ToolFilters filters, MoveOnlyFunction<void()> changed)
    : context_(context),
      host_(context.host),
      configured_(context.host, toolbox, entry, context.principal, context.is_shared),
      changed_(std::move(changed)),
      use_watch_(host_.loop(), [this] { return use(); }),
      drain_(host_.loop(), use_watch_,
             [this](MoveOnlyFunction<void()> closed) {
               begin_end(State::closing, {ErrorKind::unavailable, kChanged}, std::move(closed));
             }),
      known_(context_, configured_, transport, std::move(filters)),
      era_(context.eras, configured_),
      run_factory_(context_, configured_, era_, transport),
      history_(context.counters == nullptr ? nullptr : &(*context.counters)[{toolbox, entry.name}]),
      // Requests that failed for lack of the login need not wait any longer.
      login_(configured_, transport, [this] { history_.forgive(); }),
      settings_(runs_, context.log_level, context.is_paused),
      start_(host_, configured_.source(), context.starts, context.starter == nullptr ? this : context.starter,
             [this] { connect(); }),
      idle_check_(
          host_.loop(), configured_, runs_, [this] { return is_held(); }, [this] { end_idle(); }),
      status_({state_, configured_, start_, runs_, history_, known_.catalog()}) {
  known_.catalog().output_schemas().on_withdrawn([this] {
    if (ServerRun* const run = runs_.present()) on_event(*run, CatalogChanged{ListKind::tools});
  });
}

Server::~Server() = default;

/// What is in flight without a lease was cancelled, or was not in time, and the server may still work on it.
UseWatch::Use Server::use() {
  if (status_.is_starting_up() || drain_.has_users()) return {true};
  ServerRun* const run = runs_.present();
  if (run == nullptr || run->connection().in_flight().entries().empty()) return {false};
  InFlightRequests& in_flight = run->connection().in_flight();
  in_flight.when_empty([this] { use_watch_.handle_change(); });
  return {true, in_flight.end_of_abandoned()};
}

// --- its catalog -----------------------------------------------------------------------------------------------------

void Server::recall() {
  if (status_.was_started() || state_ != State::stopped) return;
  if (const auto difference = known_.recall()) notify_difference(*difference);
}

void Server::review_again() {
  if (status_.is_closed()) return;
  const KnownCatalog::Difference difference = known_.review_again();
  changed_();  // notes may have changed without the lists
  if (!difference.lists.empty()) notify_difference(difference);
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
  if (status_.is_closed()) return started(history_.last_end());
  ServerRun* run = ready_run();
  if (run == nullptr) return wait_for_start(std::move(started), ServerStart::Patience::unlimited);
  run->when_current(ListKind::tools, [this, started = std::move(started)]() mutable { started(present_outcome()); });
}

void Server::start_with_patience(MoveOnlyFunction<void()> done) {
  Started started = [done = std::move(done)](const Result<void>&) mutable { done(); };
  if (state_ == State::ready || status_.is_closed()) return start(std::move(started));
  if (start_.is_worth_patience()) return wait_for_start(std::move(started), ServerStart::Patience::limited);
  wait_for_start([](const Result<void>&) {}, ServerStart::Patience::unlimited);
  started({});
}

void Server::when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready) {
  if (ServerRun* run = ready_run()) return ready(run);
  if (status_.is_closed()) return ready(history_.last_end());
  const std::chrono::milliseconds wait = history_.wait();
  if (state_ == State::stopped && wait > ServerHistory::kMaxRestartWait) return ready(history_.refusal(wait));
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
  if (status_.is_starting()) changed_();
  start_.begin(delay);
}

void Server::connect() {
  if (const auto refusal = known_.refuse_start()) {
    return fail_start({ErrorKind::unavailable, "it is not started: " + *refusal}, false);
  }
  auto place = run_factory_.acquire_place(runs_.ending());
  if (!place) return fail_start(place.error(), false);
  history_.record_start();
  auto run = run_factory_.make(*std::move(place), *this);
  if (!run) return fail_start(run.error(), run.error().kind != ErrorKind::login_required);
  runs_.add(*std::move(run)).start();
  settings_.begin();
}

void Server::on_ready(ServerRun& run) {
  enter(State::ready);
  start_.succeed();
  history_.record_ready();
  era_.learn(protocol::is_modern(run.revision()) ? Era::modern : Era::legacy);
  context_.observer.on_ready(*this);
  settings_.apply();
  idle_check_.begin();
  notify_difference(known_.learn(run));
  if (state_ == State::ready) answer_waiting();
}

// Some old servers end when they receive anything before `initialize`: they are started again without the probe.
void Server::on_failed(ServerRun& run, const Error& reason) {
  const bool died_of_the_probe = run.has_died_of_the_probe() && reason.kind != ErrorKind::busy;
  runs_.end_present(reason);
  if (died_of_the_probe) {
    host_.log(LogLevel::information, configured_.source(),
              "ended when it was asked for its protocol versions (" + reason.message +
                  "); it is started again: falling back to initialize");
    era_.learn(Era::legacy);
    return connect();
  }
  era_.forget();
  fail_start(reason, reason.kind != ErrorKind::login_required);
}

void Server::fail_start(const Error& reason, bool is_of_server) {
  host_.log(LogLevel::warning, configured_.source(), "not started: " + reason.message);
  enter(State::stopped);
  start_.fail();
  history_.record_failed_start(reason, is_of_server);
  changed_();
  answer_waiting();
}

// Each callback may start or stop the server; the later ones get the outcome as it is then.
void Server::answer_waiting() {
  for (Started& started : start_.take_waiting()) started(present_outcome());
}

Result<void> Server::present_outcome() const {
  return state_ == State::ready ? Result<void>() : Result<void>(history_.last_end());
}

// --- while it is running ---------------------------------------------------------------------------------------------

// What a run sends while it is ending is dropped: it would be taken to belong to the requests of the next run.
void Server::on_event(ServerRun& run, Event event) {
  if (!runs_.is_present(run)) {
    if (auto* requested = std::get_if<InputRequested>(&event)) {
      requested->respond(Error{ErrorKind::cancelled, "the server is being ended"});
    }
    return;
  }
  if (const auto* changed = std::get_if<CatalogChanged>(&event)) {
    const std::vector<std::string> notes = notes_for_models(known_.catalog());
    const bool is_different = known_.update(changed->kind, run.items(changed->kind), run.early_end(changed->kind));
    const bool is_about_tools = is_different && changed->kind == ListKind::tools;
    if (is_about_tools || notes != notes_for_models(known_.catalog())) changed_();
    if (!is_different) return;
  }
  // A server notifies only about its own resources: the ones that are watched there.
  if (const auto* updated = std::get_if<protocol::ResourceUpdated>(&event); updated && !settings_.concerns(*updated)) {
    return;
  }
  const bool is_about_what_it_has =
      std::holds_alternative<CatalogChanged>(event) || std::holds_alternative<protocol::ResourceUpdated>(event);
  if (drain_.has_begun() && is_about_what_it_has) return;
  context_.observer.on_event(*this, std::move(event));
}

void Server::when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done) {
  if (ready_run() == nullptr && !settings_.watches(uri)) return done(Json("{}"));
  when_ready([uri, done = std::move(done)](const Result<ServerRun*>& ready) mutable {
    if (!ready) return done(Error{ErrorKind::unavailable, ready.error().message});
    (*ready)->when_watched(uri, std::move(done));
  });
}

/// A leased server is not idle: a request that waits for the client's input returns to it.
bool Server::is_held() const {
  return drain_.has_users() || settings_.watches_resources() || context_.observer.has_open_tasks(*this);
}

void Server::end_idle() {
  host_.log(LogLevel::information, configured_.source(), "not called for a while: ended until the next call");
  enter(State::stopped);
  runs_.end_present({ErrorKind::cancelled, "it was not called for a while"});
}

// --- ending ----------------------------------------------------------------------------------------------------------

void Server::stop(MoveOnlyFunction<void()> stopped, std::string_view reason) {
  begin_end(State::stopping, {ErrorKind::cancelled, std::string(reason)}, std::move(stopped));
}

void Server::close(MoveOnlyFunction<void()> closed) {
  begin_end(State::closing, {ErrorKind::cancelled, "the workbench is ending"}, std::move(closed));
}

void Server::begin_end(State end, const Error& reason, MoveOnlyFunction<void()> ended) {
  if (state_ == State::closed) return ended();
  if (status_.is_starting_up()) host_.log(LogLevel::debug, configured_.source(), "not started: " + reason.message);
  if (state_ != State::closing) {  // which is for good, and for its first reason
    enter(end);
    if (end == State::closing) login_.close();
    history_.record_stop(reason);
  }
  start_.cancel();
  idle_check_.cancel();
  waiting_for_end_.push_back(std::move(ended));
  std::vector<Started> cancelled = start_.take_waiting();
  runs_.end_present(reason);
  for (Started& started : cancelled) started(reason);
  login_.end_waiting(reason);
  if (status_.is_ending() && runs_.ending() == 0) finish_end();
}

/// Everything that others gave it is dropped, in the order in which it would be destroyed. What is dropped here may be
/// the last to hold a lease.
void Server::abandon() {
  if (!status_.is_closed()) history_.record_stop({ErrorKind::cancelled, "its client has disconnected"});
  state_ = State::closed;
  login_.close();
  changed_ = [] {};
  runs_.clear();
  idle_check_.cancel();
  start_.cancel();
  start_.take_waiting().clear();
  login_.abandon();
  std::exchange(waiting_for_end_, {}).clear();
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

void Server::on_ended(ServerRun&, const Error& reason) {
  host_.log(LogLevel::warning, configured_.source(), "ended: " + reason.message);
  history_.record_end(reason);
  enter(State::stopped);
  idle_check_.cancel();
  runs_.handle_end();
}

void Server::on_closed(ServerRun& run) {
  runs_.remove(run);
  if (status_.is_ending() && runs_.ending() == 0) finish_end();
}

}  // namespace workbench::servers
