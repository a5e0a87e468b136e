#include "servers/server.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::servers {
namespace {

/// A call waits this long for the restart of its server to be due; beyond that it is told when to come again.
constexpr std::chrono::milliseconds kMaxRestartWait{1'000};

/// A failure is read by models, at every opening: longer ones are in the log alone.
constexpr std::size_t kMaxFailureBytes = 500;

}  // namespace

Server::Server(ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
               Transport& transport, Admission admission, MoveOnlyFunction<void()> changed)
    : context_(context),
      host_(context.host),
      config_{toolbox, entry.name, entry.options},
      source_(toolbox + "/" + entry.name),
      protocol_(entry.protocol),
      is_shared_(context.is_shared),
      start_limit_(entry.start_time_limit.value_or(context.host.limits().server_start)),
      call_limit_(entry.call_time_limit.value_or(context.host.limits().call)),
      transport_(transport),
      changed_(std::move(changed)),
      tools_(context.host, source_, std::move(admission)) {}

Server::~Server() = default;

// --- opening ---------------------------------------------------------------------------------------------------------

void Server::open(Opened opened) {
  if (ServerRun* run = ready_run()) {
    return run->when_listed(protocol::ListKind::tools, [opened = std::move(opened)]() mutable { opened({}); });
  }
  waiting_for_opening_.push_back(std::move(opened));
  if (!is_opening_) begin_opening();
}

void Server::open_with_patience(MoveOnlyFunction<void()> settled) {
  if (ready_run() != nullptr) {
    return open([settled = std::move(settled)](const Result<void>&) mutable { settled(); });
  }
  const bool is_waited_for = !hangs_at_start_ && !has_outlasted_patience_;
  if (is_waited_for) waiting_with_patience_.push_back(std::move(settled));
  if (!is_opening_) begin_opening();
  if (!is_waited_for) settled();
}

void Server::begin_opening() {
  is_opening_ = true;
  if (is_starting()) changed_();
  begin_run();
}

void Server::stop_waiting() {
  has_outlasted_patience_ = true;
  if (waiting_with_patience_.empty()) return;
  host_.log(LogLevel::information, source_,
            "is still starting after " + format_duration(host_.limits().open_patience) +
                " (limits.openPatience); only calls of its tools wait for it from now on");
  for (auto& settled : std::exchange(waiting_with_patience_, {})) settled();
}

void Server::open_in_time(Opened opened) {
  const std::chrono::milliseconds wait =
      is_opening_ ? std::chrono::milliseconds(0) : backoff_.wait(RestartBackoff::Clock::now());
  if (wait == std::chrono::milliseconds(0)) return open(std::move(opened));
  if (wait > kMaxRestartWait) {
    return opened(Error{ErrorKind::unavailable, "the server has ended " + std::to_string(backoff_.ends_in_a_row()) +
                                                    " times in a row and may be started again in " +
                                                    format_duration(wait) + "; the last time: " + last_end_.message});
  }
  waiting_for_opening_.push_back(std::move(opened));
  is_opening_ = true;
  if (is_starting()) changed_();
  start_later_ = host_.loop().after(wait, [this] { begin_run(); });
}

void Server::begin_run() {
  start_later_.reset();
  if (is_closing_) return fail_opening({ErrorKind::cancelled, "the workbench is ending"});
  if (patience_ == nullptr) patience_ = host_.loop().after(host_.limits().open_patience, [this] { stop_waiting(); });
  backoff_.record_start(RestartBackoff::Clock::now());
  auto connection = transport_.connect(config_, host_);
  if (!connection) {
    backoff_.record_end(RestartBackoff::Clock::now());
    return fail_opening(connection.error());
  }
  ServerRunEvents& events = *this;
  run_ = std::make_unique<ServerRun>(host_, source_, *std::move(connection), startup_plan(), events);
  run_->start();
  if (is_paused_) run_->connection().pause_reading(true);
}

StartupPlan Server::startup_plan() const {
  StartupPlan plan;
  plan.client_capabilities = context_.observer.client_capabilities();
  plan.lists_everything = context_.lists_everything;
  plan.limit = start_limit_;
  plan.probe_limit = host_.limits().probe;
  if (protocol_ == "auto") {
    // One that was of the modern era is asked to discover in any case, for what it can do.
    if (context_.eras.find(source_) == Era::legacy) plan.era = Era::legacy;
    return plan;
  }
  host_.log(LogLevel::information, source_, "its protocol is pinned to " + protocol_ + " by the configuration");
  const bool is_modern = protocol_ == "modern" || protocol_ == protocol::name_of(protocol::kModernRevision);
  plan.era = is_modern ? Era::modern : Era::legacy;
  if (const auto revision = protocol::find_revision(protocol_)) plan.legacy_revision = *revision;
  return plan;
}

void Server::on_ready(ServerRun& run) {
  failure_.reset();
  hangs_at_start_ = false;
  is_known_ = true;
  instructions_ = run.instructions();
  context_.eras.remember(source_, is_modern(run.revision()) ? Era::modern : Era::legacy);
  capabilities_ = run.capabilities();
  if (!watched_.empty()) run.watch_resources(all_watched());
  if (!log_level_.empty()) run.want_log_level(log_level_);
  const bool is_first = !std::exchange(was_ready_, true);
  std::vector<protocol::ListKind> different;
  for (const protocol::ListKind kind : protocol::kListKinds) {
    const std::vector<protocol::ListedItem> before = items(kind);
    handle_list(run, kind);
    if (before != items(kind)) different.push_back(kind);
  }
  changed_();
  for (const protocol::ListKind kind : different) context_.observer.on_list_changed(*this, kind, is_first);
  watch_for_idleness();
  finish_opening({});
}

/// Looks from time to time whether anybody has used the server since the last look: ends one that nobody needs, which
/// the next call starts again. One that is to tell of changes of resources is needed.
void Server::watch_for_idleness() {
  const std::chrono::milliseconds limit = host_.limits().idle_server;
  if (limit == std::chrono::milliseconds(0)) return;
  static_cast<void>(in_flight_.test_and_clear_used());
  idle_ = host_.loop().after(limit, [this] {
    if (run_ == nullptr) return;
    if (in_flight_.test_and_clear_used() || !watched_.empty() || !run_->is_ready()) return watch_for_idleness();
    host_.log(LogLevel::information, source_, "nobody has called it for a while: ended until the next call");
    leaving_.push_back(std::move(run_));
    leaving_.back()->close();
  });
}

// Some old servers end when they are sent anything before `initialize`: such a one is started once more and not probed.
void Server::on_failed(ServerRun& run, const Error& reason) {
  const bool died_of_the_probe = run.has_died_of_the_probe() && !is_closing_;
  leaving_.push_back(std::move(run_));
  if (died_of_the_probe) {
    host_.log(LogLevel::information, source_,
              "ended when it was asked for its protocol versions (" + reason.message +
                  "); it is started again and greeted in the older way");
    context_.eras.remember(source_, Era::legacy);
    run.close();
    return begin_run();
  }
  if (protocol_ == "auto") context_.eras.forget(source_);
  backoff_.record_end(RestartBackoff::Clock::now());
  run.close();
  fail_opening(reason);
}

void Server::fail_opening(const Error& reason) {
  host_.log(LogLevel::warning, source_, "not started: " + reason.message);
  if (has_outlasted_patience_ && !is_closing_) hangs_at_start_ = true;
  is_known_ = false;
  last_end_ = {reason.kind, base::shortened(reason.message, kMaxFailureBytes)};
  failure_ = last_end_;
  changed_();
  finish_opening(last_end_);
}

void Server::finish_opening(const Result<void>& outcome) {
  is_opening_ = false;
  has_outlasted_patience_ = false;
  patience_.reset();
  // Those who wait may start it again.
  auto waiting_with_patience = std::exchange(waiting_with_patience_, {});
  auto waiting = std::exchange(waiting_for_opening_, {});
  for (auto& settled : waiting_with_patience) settled();
  for (Opened& opened : waiting) opened(outcome);
}

void Server::handle_list(const ServerRun& run, protocol::ListKind kind) {
  if (kind != protocol::ListKind::tools) {
    items_[static_cast<std::size_t>(kind)] = run.items(kind);
    return;
  }
  std::optional<std::string_view> repaired_for;
  if (context_.repairs_schemas) repaired_for = protocol::name_of(context_.observer.client_revision());
  tools_.take(run.items(kind), repaired_for);
}

// --- what it says by itself ------------------------------------------------------------------------------------------

void Server::on_list_changed(ServerRun& run, protocol::ListKind kind) {
  handle_list(run, kind);
  if (kind == protocol::ListKind::tools) changed_();
  context_.observer.on_list_changed(*this, kind, false);
}

void Server::on_input_request(InputRequest input_request, MoveOnlyFunction<void(Response)> answer) {
  context_.observer.on_input_request(*this, std::move(input_request), std::move(answer));
}

void Server::on_log(const Json& params) {
  context_.observer.on_log(*this, params);
}

void Server::on_resource_updated(const Json& params) {
  context_.observer.on_resource_updated(*this, params);
}

void Server::on_elicitation_complete(const Json& params) {
  context_.observer.on_elicitation_complete(params);
}

// --- using -----------------------------------------------------------------------------------------------------------

void Server::when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready) {
  if (ServerRun* run = ready_run()) return ready(run);
  open_in_time([this, ready = std::move(ready)](const Result<void>& opened) mutable {
    if (!opened) return ready(opened.error());
    ready(ready_run());
  });
}

bool Server::is_listing_tools() const {
  const ServerRun* run = ready_run();
  return run != nullptr && run->is_listing(protocol::ListKind::tools);
}

const std::vector<protocol::ListedItem>& Server::items(protocol::ListKind kind) const {
  return kind == protocol::ListKind::tools ? tools_.items() : items_[static_cast<std::size_t>(kind)];
}

bool Server::has_capability(std::string_view name) const {
  return !json::member(capabilities_, name).is_absent();
}

void Server::watch_resources(const void* watcher, std::set<std::string> uris) {
  if (uris.empty()) {
    watched_.erase(watcher);
  } else {
    watched_[watcher] = std::move(uris);
  }
  if (ServerRun* run = ready_run()) run->watch_resources(all_watched());
}

std::set<std::string> Server::all_watched() const {
  std::set<std::string> all;
  for (const auto& [watcher, uris] : watched_) all.insert(uris.begin(), uris.end());
  return all;
}

void Server::want_log_level(std::string_view level) {
  log_level_ = level;
  if (ServerRun* run = ready_run()) run->want_log_level(level);
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

// --- ending ----------------------------------------------------------------------------------------------------------

void Server::on_ended(ServerRun& run, const Error& reason) {
  if (run_.get() == &run) {
    if (!is_closing_) host_.log(LogLevel::warning, source_, "ended: " + reason.message);
    backoff_.record_end(RestartBackoff::Clock::now());
    last_end_ = reason;
    run_.reset();
  } else {
    std::erase_if(leaving_, [&](const std::unique_ptr<ServerRun>& left) { return left.get() == &run; });
  }
  notify_closed();
}

void Server::close(MoveOnlyFunction<void()> closed) {
  is_closing_ = true;
  closed_ = std::move(closed);
  if (start_later_ != nullptr) begin_run();  // which tells those who wait for it
  if (run_ != nullptr) run_->close();
  notify_closed();
}

void Server::stop(MoveOnlyFunction<void()> stopped) {
  close([this, stopped = std::move(stopped)]() mutable {
    is_closing_ = false;
    is_known_ = false;
    failure_.reset();
    backoff_ = {};
    stopped();
  });
}

void Server::notify_closed() {
  if (!is_closing_ || run_ != nullptr || !leaving_.empty() || !closed_) return;
  std::exchange(closed_, {})();
}

}  // namespace workbench::servers
