#include "servers/server.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::servers {
namespace {

using protocol::ListKind;

/// A call waits this long for its server to be due for a restart; beyond that the model is told when to try again.
constexpr std::chrono::milliseconds kMaxRestartWait{1'000};

/// A failure is read by models, at every opening: longer ones are in the log alone.
constexpr std::size_t kMaxFailureBytes = 500;

}  // namespace

Server::Server(ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
               Transport& transport, ToolFilters filters, MoveOnlyFunction<void()> changed)
    : context_(context),
      host_(context.host),
      config_{toolbox, entry.name, entry.options},
      source_(toolbox + "/" + entry.name),
      protocol_(entry.protocol),
      start_limit_(entry.start_time_limit.value_or(context.host.limits().server_start)),
      call_limit_(entry.call_time_limit.value_or(context.host.limits().call)),
      transport_(transport),
      changed_(std::move(changed)),
      catalog_(context.host, source_, std::move(filters)) {}

Server::~Server() = default;

// --- starting --------------------------------------------------------------------------------------------------------

void Server::start(Started started) {
  if (is_closed_) return started(Error{ErrorKind::cancelled, "the workbench is ending"});
  if (ServerRun* run = ready_run()) {
    return run->refresh(ListKind::tools).when_done([started = std::move(started)]() mutable { started({}); });
  }
  waiting_for_start_.push_back(std::move(started));
  if (state_ == State::stopped) begin_start(std::chrono::milliseconds(0));
}

void Server::start_with_patience(MoveOnlyFunction<void()> done) {
  if (state_ == State::ready || state_ == State::stopping || is_closed_) {
    return start([done = std::move(done)](const Result<void>&) mutable { done(); });
  }
  const bool is_waited_for = !hangs_at_start_ && !has_outlasted_patience_;
  if (is_waited_for) waiting_with_patience_.push_back(std::move(done));
  if (state_ == State::stopped) begin_start(std::chrono::milliseconds(0));
  if (!is_waited_for) done();
}

void Server::when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready) {
  if (ServerRun* run = ready_run()) return ready(run);
  Started started = [this, ready = std::move(ready)](const Result<void>& outcome) mutable {
    if (!outcome) return ready(outcome.error());
    if (ServerRun* run = ready_run()) return ready(run);
    ready(Error{ErrorKind::unavailable, "the server has ended right after its start"});
  };
  const std::chrono::milliseconds wait = backoff_.wait(RestartBackoff::Clock::now());
  if (state_ != State::stopped || is_closed_ || wait == std::chrono::milliseconds(0)) return start(std::move(started));
  if (wait > kMaxRestartWait) {
    return started(Error{ErrorKind::unavailable, "the server has ended " + std::to_string(backoff_.ends_in_a_row()) +
                                                     " times in a row and may be started again in " +
                                                     base::format_duration(wait) +
                                                     "; the last time: " + last_end_.message});
  }
  waiting_for_start_.push_back(std::move(started));
  begin_start(wait);
}

void Server::begin_start(std::chrono::milliseconds delay) {
  state_ = State::backing_off;
  if (is_starting()) changed_();
  if (delay == std::chrono::milliseconds(0)) return begin_run();
  start_timer_ = host_.loop().after(delay, [this] { begin_run(); });
}

void Server::begin_run() {
  start_timer_.reset();
  state_ = State::starting;
  if (patience_timer_ == nullptr) {
    patience_timer_ = host_.loop().after(host_.limits().open_patience, [this] { stop_waiting(); });
  }
  backoff_.record_start(RestartBackoff::Clock::now());
  auto connection = transport_.connect(config_);
  if (!connection) return fail_start(connection.error());
  ServerRunObserver& observer = *this;
  run_ = std::make_unique<ServerRun>(host_, source_, *std::move(connection), startup_plan(), observer);
  run_->start();
  if (is_paused_ && run_ != nullptr) run_->connection().pause_reading(true);
}

StartupPlan Server::startup_plan() const {
  StartupPlan plan;
  plan.client_capabilities = context_.observer.client_capabilities();
  plan.lists_everything = context_.lists_everything;
  plan.limit = start_limit_;
  plan.probe_limit = host_.limits().probe;
  if (protocol_ == "auto") {
    // One that was a modern server is asked to discover in any case, for its capabilities.
    if (context_.eras.find(source_) == Era::legacy) plan.era = Era::legacy;
    return plan;
  }
  host_.log(LogLevel::information, source_, "its protocol is pinned to " + protocol_ + " by the configuration");
  const bool is_modern = protocol_ == "modern" || protocol_ == protocol::name_of(protocol::kModernRevision);
  plan.era = is_modern ? Era::modern : Era::legacy;
  if (const auto revision = protocol::find_revision(protocol_)) plan.legacy_revision = *revision;
  return plan;
}

void Server::stop_waiting() {
  has_outlasted_patience_ = true;
  if (waiting_with_patience_.empty()) return;
  host_.log(LogLevel::information, source_,
            "is still starting after " + base::format_duration(host_.limits().open_patience) +
                " (limits.openPatience); only calls of its tools wait for it from now on");
  for (auto& done : std::exchange(waiting_with_patience_, {})) done();
}

void Server::on_ready(ServerRun& run) {
  state_ = State::ready;
  failure_.reset();
  hangs_at_start_ = false;
  is_known_ = true;
  context_.eras.set(source_, is_modern(run.revision()) ? Era::modern : Era::legacy);
  catalog_.describe(run.capabilities(), run.instructions());
  if (!watched_.empty()) run.watch_resources(watched_uris());
  if (!log_level_.empty()) run.set_log_level(log_level_);
  const bool is_first = !std::exchange(was_ready_, true);
  std::vector<ListKind> different;
  for (const ListKind kind : protocol::kListKinds) {
    if (update_catalog(kind)) different.push_back(kind);
  }
  changed_();
  for (const ListKind kind : different) context_.observer.on_event(*this, ListChanged{kind, is_first});
  stop_when_idle();
  finish_start({});
}

// Some old servers end when they receive anything before `initialize`: such a one is started again without the probe.
void Server::on_failed(ServerRun& run, const Error& reason) {
  if (run_.get() != &run) return;  // it is being stopped
  const bool died_of_the_probe = run.has_died_of_the_probe();
  end_run();
  if (died_of_the_probe) {
    host_.log(LogLevel::information, source_,
              "ended when it was asked for its protocol versions (" + reason.message +
                  "); it is started again: falling back to initialize");
    context_.eras.set(source_, Era::legacy);
    return begin_run();
  }
  if (protocol_ == "auto") context_.eras.erase(source_);
  fail_start(reason);
}

void Server::fail_start(const Error& reason) {
  host_.log(LogLevel::warning, source_, "not started: " + reason.message);
  backoff_.record_end(RestartBackoff::Clock::now());
  if (has_outlasted_patience_) hangs_at_start_ = true;
  is_known_ = false;
  state_ = State::stopped;
  last_end_ = {reason.kind, base::shortened(reason.message, kMaxFailureBytes)};
  failure_ = last_end_;
  changed_();
  finish_start(last_end_);
}

void Server::finish_start(const Result<void>& outcome) {
  has_outlasted_patience_ = false;
  patience_timer_.reset();
  // Those who wait may start it again.
  auto patient = std::exchange(waiting_with_patience_, {});
  auto waiting = std::exchange(waiting_for_start_, {});
  for (auto& done : patient) done();
  for (Started& started : waiting) started(outcome);
}

// --- while it runs ---------------------------------------------------------------------------------------------------

void Server::on_event(ServerRun& run, Event event) {
  if (const auto* changed = std::get_if<ListChanged>(&event)) {
    if (run_.get() != &run || !update_catalog(changed->kind)) return;
    if (changed->kind == ListKind::tools) changed_();
  }
  context_.observer.on_event(*this, std::move(event));
}

bool Server::update_catalog(ListKind kind) {
  std::optional<std::string_view> repaired_for;
  if (context_.repairs_schemas) repaired_for = protocol::name_of(context_.observer.client_revision());
  return catalog_.update(kind, run_->items(kind), repaired_for);
}

bool Server::is_listing_tools() const {
  ServerRun* run = ready_run();
  return run != nullptr && run->refresh(ListKind::tools).is_pending();
}

void Server::watch_resources(const void* watcher, std::set<std::string> uris) {
  if (uris.empty()) {
    watched_.erase(watcher);
  } else {
    watched_[watcher] = std::move(uris);
  }
  if (ServerRun* run = ready_run()) run->watch_resources(watched_uris());
}

std::set<std::string> Server::watched_uris() const {
  std::set<std::string> all;
  for (const auto& [watcher, uris] : watched_) all.insert(uris.begin(), uris.end());
  return all;
}

void Server::set_log_level(std::string_view level) {
  log_level_ = level;
  if (ServerRun* run = ready_run()) run->set_log_level(level);
}

void Server::notify_roots_changed() {
  ServerRun* run = ready_run();
  if (run == nullptr || is_modern(run->revision())) return;
  if (json::member(run->client_capabilities(), "roots").is_absent()) return;
  run->connection().notify(jsonrpc::write_notification("notifications/roots/list_changed", {}));
}

void Server::pause_reading(bool paused) {
  is_paused_ = paused;
  if (run_ != nullptr) run_->connection().pause_reading(paused);
}

/// Looks from time to time whether the server was used since the last look, and ends one that nobody needs; the next
/// call starts it again. One whose resources are watched is needed.
void Server::stop_when_idle() {
  const std::chrono::milliseconds limit = host_.limits().idle_server;
  if (limit == std::chrono::milliseconds(0)) return;
  static_cast<void>(run_->connection().in_flight().test_and_clear_used());
  idle_timer_ = host_.loop().after(limit, [this] {
    if (state_ != State::ready) return;
    if (run_->connection().in_flight().test_and_clear_used() || !watched_.empty()) return stop_when_idle();
    host_.log(LogLevel::information, source_, "not called for a while: ended until the next call");
    state_ = State::stopped;
    end_run();
  });
}

// --- ending ----------------------------------------------------------------------------------------------------------

/// Begins the end of the present run.
void Server::end_run() {
  if (run_ == nullptr) return;
  ServerRun& ending = *ending_.emplace_back(std::move(run_));
  ending.close();
}

void Server::on_ended(ServerRun& run, const Error& reason) {
  if (run_.get() == &run) {
    host_.log(LogLevel::warning, source_, "ended: " + reason.message);
    backoff_.record_end(RestartBackoff::Clock::now());
    last_end_ = reason;
    state_ = State::stopped;
    run_.reset();
  } else {
    std::erase_if(ending_, [&](const std::unique_ptr<ServerRun>& ended) { return ended.get() == &run; });
  }
  if (state_ == State::stopping && ending_.empty()) finish_stop();
}

void Server::stop(MoveOnlyFunction<void()> stopped) {
  begin_stop({ErrorKind::cancelled, "its toolbox was closed"}, std::move(stopped));
}

void Server::close(MoveOnlyFunction<void()> closed) {
  is_closed_ = true;
  begin_stop({ErrorKind::cancelled, "the workbench is ending"}, std::move(closed));
}

void Server::begin_stop(const Error& reason, MoveOnlyFunction<void()> stopped) {
  waiting_for_stop_.push_back(std::move(stopped));
  if (is_starting_up()) host_.log(LogLevel::debug, source_, "not started: " + reason.message);
  start_timer_.reset();
  idle_timer_.reset();
  state_ = State::stopping;
  is_known_ = false;
  failure_.reset();
  backoff_ = {};
  end_run();
  finish_start(reason);
  if (state_ == State::stopping && ending_.empty()) finish_stop();
}

void Server::finish_stop() {
  state_ = State::stopped;
  for (auto& stopped : std::exchange(waiting_for_stop_, {})) stopped();
  const bool is_wanted = state_ == State::stopped && !waiting_for_start_.empty();
  if (is_wanted && !is_closed_) begin_start(std::chrono::milliseconds(0));
  if (is_wanted && is_closed_) finish_start(Error{ErrorKind::cancelled, "the workbench is ending"});
}

}  // namespace workbench::servers
