#include "workbench/server.hpp"

#include <algorithm>
#include <utility>

#include "workbench/words.hpp"

namespace workbench {
namespace {

/// A call waits this long for the restart of its server to be due; beyond that it is told when to come again.
constexpr std::chrono::milliseconds kLongestWaitForRestart{1'000};

}  // namespace

Server::Server(ServerSurroundings& around, const std::string& toolbox, const ServerEntry& entry, Transport& transport,
               Admission admission, MoveOnlyFunction<void()> changed)
    : around_(around),
      host_(around.host),
      config_{toolbox, entry.name, entry.options},
      source_(toolbox + "/" + entry.name),
      start_limit_(entry.start_time_limit.value_or(around.host.limits().server_start)),
      call_limit_(entry.call_time_limit.value_or(around.host.limits().call)),
      transport_(transport),
      admission_(std::move(admission)),
      changed_(std::move(changed)) {}

Server::~Server() = default;

// --- opening ---------------------------------------------------------------------------------------------------------

void Server::open(Opened opened) {
  if (run_ != nullptr && run_->is_ready()) return opened({});
  waiting_for_opening_.push_back(std::move(opened));
  if (std::exchange(is_opening_, true)) return;
  begin_run();
}

void Server::open_in_time(Opened opened) {
  const std::chrono::milliseconds wait =
      is_opening_ ? std::chrono::milliseconds(0) : pace_.wait(RestartPace::Clock::now());
  if (wait == std::chrono::milliseconds(0)) return open(std::move(opened));
  if (wait > kLongestWaitForRestart) {
    return opened(Error{ErrorKind::unavailable, "the server has ended " + std::to_string(pace_.ends_in_a_row()) +
                                                    " times in a row and may be started again in " +
                                                    mcp::in_words(wait) + "; the last time: " + last_end_.message});
  }
  waiting_for_opening_.push_back(std::move(opened));
  is_opening_ = true;
  start_later_ = host_.loop().after(wait, [this] { begin_run(); });
}

void Server::begin_run() {
  start_later_.reset();
  if (is_closing_) return fail_opening({ErrorKind::cancelled, "the workbench is ending"});
  pace_.note_start(RestartPace::Clock::now());
  auto connection = transport_.connect(config_, host_);
  if (!connection) {
    pace_.note_end(RestartPace::Clock::now());
    return fail_opening(connection.error());
  }
  ServerRunEvents& events = *this;
  run_ = std::make_unique<ServerRun>(host_, source_, *std::move(connection), start_limit_, events);
  run_->start();
  if (is_paused_) run_->connection().pause_reading(true);
}

void Server::on_ready(ServerRun& run) {
  failure_.reset();
  take_tools(run);
  changed_();
  around_.observer.on_list_changed(*this, mcp::ListKind::tools);
  finish_opening({});
}

void Server::on_failed(ServerRun& run, const Error& reason) {
  pace_.note_end(RestartPace::Clock::now());
  leaving_.push_back(std::move(run_));
  run.close();
  fail_opening(reason);
}

void Server::fail_opening(const Error& reason) {
  host_.log(LogLevel::warning, source_, "not started: " + reason.message);
  last_end_ = reason;
  failure_ = reason;
  changed_();
  finish_opening(reason);
}

void Server::finish_opening(const Result<void>& outcome) {
  is_opening_ = false;
  for (Opened& opened : std::exchange(waiting_for_opening_, {})) opened(outcome);
}

void Server::take_tools(const ServerRun& run) {
  tools_.clear();
  tool_names_.clear();
  for (const Tool& tool : run.tools()) {
    const Result<bool> is_admitted = admission_.admits(tool);
    if (!is_admitted) {
      host_.log(LogLevel::error, source_, "the tool '" + tool.name + "' is hidden: " + is_admitted.error().message);
    }
    if (!is_admitted || !*is_admitted) continue;
    tools_.push_back(tool);
    tool_names_.insert(tool.name);
  }
  std::vector<mcp::ListedItem>& listed = items_[static_cast<std::size_t>(mcp::ListKind::tools)];
  listed.clear();
  for (const Tool& tool : tools_) listed.push_back({tool.name, tool.definition});
}

void Server::on_tools_changed(ServerRun& run) {
  take_tools(run);
  changed_();
  around_.observer.on_list_changed(*this, mcp::ListKind::tools);
}

// --- using -----------------------------------------------------------------------------------------------------------

void Server::when_ready(MoveOnlyFunction<void(Result<ServerRun*>)> ready) {
  if (ServerRun* run = ready_run()) return ready(run);
  open_in_time([this, ready = std::move(ready)](const Result<void>& opened) mutable {
    if (!opened) return ready(opened.error());
    ready(ready_run());
  });
}

const std::vector<mcp::ListedItem>& Server::items(mcp::ListKind kind) const {
  return items_[static_cast<std::size_t>(kind)];
}

bool Server::has_capability(std::string_view) const {
  return false;
}

void Server::watch_resources(std::set<std::string>) {}

void Server::pause_reading(bool paused) {
  is_paused_ = paused;
  if (run_ != nullptr) run_->connection().pause_reading(paused);
}

// --- ending ----------------------------------------------------------------------------------------------------------

void Server::on_ended(ServerRun& run, const Error& reason) {
  if (run_.get() == &run) {
    if (!is_closing_) host_.log(LogLevel::warning, source_, "ended: " + reason.message);
    pace_.note_end(RestartPace::Clock::now());
    last_end_ = reason;
    run_.reset();
  } else {
    std::erase_if(leaving_, [&](const std::unique_ptr<ServerRun>& left) { return left.get() == &run; });
  }
  tell_closed();
}

void Server::close(MoveOnlyFunction<void()> closed) {
  is_closing_ = true;
  closed_ = std::move(closed);
  if (start_later_ != nullptr) begin_run();  // which tells those who wait for it
  if (run_ != nullptr) run_->close();
  tell_closed();
}

void Server::stop(MoveOnlyFunction<void()> stopped) {
  close([this, stopped = std::move(stopped)]() mutable {
    is_closing_ = false;
    failure_.reset();
    pace_ = {};
    stopped();
  });
}

void Server::tell_closed() {
  if (!is_closing_ || run_ != nullptr || !leaving_.empty() || !closed_) return;
  std::exchange(closed_, {})();
}

}  // namespace workbench
