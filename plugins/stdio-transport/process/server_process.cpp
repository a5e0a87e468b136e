#include "process/server_process.hpp"

#include <chrono>
#include <utility>

#include <workbench/end_patience.hpp>

#include "process/launch_texts.hpp"
#include "process/npm_pauses.hpp"
#include "process/program_search.hpp"
#include "process/server_environment.hpp"

namespace workbench::stdio {

namespace {

/// How long each of the three steps of the end of a server may take now.
std::chrono::milliseconds end_step(Host& host) {
  return end_patience(host) / 3;
}

}  // namespace

ServerProcess::ServerProcess(const LaunchContext& context, ProcessCommand command, SandboxSettings sandbox,
                             std::string source, StandardPipes pipes, ProcessObserver& observer)
    : context_(context),
      limits_(command.rlimits),
      container_(contained_command(command, source, container_facts())),
      command_(container_ ? container_->command : with_short_pauses_of_npm(std::move(command))),
      source_(std::move(source)),
      observer_(observer),
      confinement_(context.host, std::move(sandbox), source_),
      pipes_(std::move(pipes)),
      steps_(
          context.host.loop(), [&host = context.host] { return end_step(host); }, *this) {}

// Starting.

Result<void> ServerProcess::start() {
  const std::string shell = shell_to_ask(command_);
  if (shell.empty()) return prepare();
  question_ = context_.shells.ask(shell, [this, shell](const std::string& path) { use_path_of(shell, path); });
  return {};
}

void ServerProcess::use_path_of(const std::string& shell, const std::string& path) {
  const auto question = std::move(question_);  // the owner of this function
  if (path.empty() || is_missing_on(path, command_)) {
    context_.host.log(LogLevel::information, source_,
                      "\"" + command_.command + "\" is neither on PATH nor on the PATH of the login shell " + shell);
  } else {
    context_.host.log(LogLevel::information, source_,
                      "\"" + command_.command + "\" is not on PATH, but on the PATH of the login shell " + shell +
                          ", which the server gets: " + path);
    command_.env.emplace_back("PATH", path);
  }
  begin_prepared(prepare());
}

/// Launches the program at once, unless its engine has to do something before.
Result<void> ServerProcess::prepare() {
  if (!container_) return launch();
  container_->command = command_;
  report_container();
  preparation_ = context_.engines.prepare(*container_, source_, [this](const Result<void>& prepared) {
    const auto preparation = std::move(preparation_);  // the owner of this function
    begin_prepared(prepared ? launch() : prepared);
  });
  return {};
}

void ServerProcess::begin_prepared(const Result<void>& prepared) {
  if (prepared) return;
  failure_ = prepared.error();
  become_gone();
}

void ServerProcess::report_container() {
  std::string added;
  for (const std::string& option : container_->added) added.append(added.empty() ? "; adds " : " ").append(option);
  context_.host.log(LogLevel::information, source_, "runs in the container " + container_->container + added);
}

Result<void> ServerProcess::launch() {
  const auto policy = confinement_.prepare(command_);
  if (!policy) return policy.error();
  auto launched =
      LauncherProcess::launch(context_.launcher, command_, std::move(pipes_.program), end_step(context_.host), *policy,
                              context_.ended, container_ ? &*container_ : nullptr);
  if (!launched) return launched.error();
  launcher_ = std::move(launched).value();
  confinement_.on_launched(launcher_->pid(), [this] {
    if (records_) records_->read_available();
  });
  if (container_) memory_ = context_.engines.report(*container_, launcher_->pid());
  records_.emplace(context_.host.loop(), std::move(pipes_.records), static_cast<RecordReader::Sink&>(*this));
  errors_.emplace(context_.host, std::move(pipes_.errors), source_);
  launcher_end_ = context_.host.loop().watch(launcher_->pidfd(), Readiness::readable, [this] { on_launcher_end(); });
  state_ = State::starting;
  return {};
}

// Reports of the launcher.

void ServerProcess::on_record(const LaunchRecord& record) {
  if (confinement_.handle(record)) return;
  switch (record.what) {
    case LaunchRecord::What::started:
      if (state_ == State::starting) state_ = State::running;
      return;
    case LaunchRecord::What::container_left: return log_container(record.step);
    case LaunchRecord::What::too_many_processes: excess_processes_ = record.number; return;
    case LaunchRecord::What::failed:
      failure_ = describe_failed_start(command_, record);
      if (is_not_on_path(command_, record)) {
        context_.host.log(LogLevel::warning, source_, "the PATH that was searched is " + searched_path(command_));
      }
      break;
    case LaunchRecord::What::ended_with_code:
    case LaunchRecord::What::ended_by_signal: exit_ = record; break;
    case LaunchRecord::What::denied:
    case LaunchRecord::What::unconfined: return;  // handled above
  }
  handle_exit();
}

void ServerProcess::log_container(const std::string& state) {
  const bool is_left = state == "left";
  context_.host.log(LogLevel::error, source_,
                    (is_left ? "the container could not be removed: "
                             : "the engine does not say whether it has removed the container: ") +
                        (container_ ? container_->container : std::string()) +
                        "; the workbench removes it when it starts again, and so does \"mcp-workbench doctor\"");
}

void ServerProcess::handle_exit() {
  if (state_ != State::starting && state_ != State::running) return;
  state_ = State::exited;
  launcher_->record_end();
  if (!waits_for_all_) report_soon();
}

void ServerProcess::on_launcher_end() {
  const std::optional<LaunchRecord> end = launcher_->reap();
  if (!end) return;
  launcher_end_.reset();
  read_rest();
  if (state_ == State::starting) failure_ = describe_failed_launcher(context_.launcher.path(), *end);
  if (!exit_) exit_ = end;
  if (state_ != State::reported) become_gone();
}

// Ending.

void ServerProcess::stop() noexcept {
  begin_end(true);
}

void ServerProcess::expect_end() noexcept {
  begin_end(false);
}

void ServerProcess::begin_end(bool waits_for_all) noexcept {
  if (report_ != nullptr || state_ == State::reported) return;
  if (waits_for_all) waits_for_all_ = true;
  if (state_ == State::asking) {
    question_.reset();
    preparation_.reset();
    become_gone();
  } else {
    steps_.begin();
  }
}

void ServerProcess::terminate() {
  observer_.on_terminating();
  is_forced_ = !exit_;
  if (state_ == State::starting) {
    launcher_->kill();
  } else {
    launcher_->stop();
  }
}

/// The launcher does so by itself, but after the time that a step had when it was started.
void ServerProcess::kill() {
  launcher_->kill();
}

void ServerProcess::give_up() {
  if (container_) return become_gone();  // its launcher continues, and ends when the container has been removed
  launcher_->kill_launcher();
  context_.host.log(LogLevel::error, source_,
                    "the launcher of the server did not end in time, and was killed with the processes of the server");
  become_gone();
}

// The report.

/// All that was reported and written until now, which may be later than what has been handled.
void ServerProcess::read_rest() {
  if (records_) records_->read_available();
  if (errors_) errors_->read_rest();
}

void ServerProcess::become_gone() {
  state_ = State::gone;
  report_soon();
}

/// Not at once: the caller may be an object that the observer destroys with the process.
void ServerProcess::report_soon() {
  steps_.end();
  report_ = context_.host.loop().after(std::chrono::milliseconds(0), [this] { report(); });
}

void ServerProcess::report() {
  const EventLoop::Timer timer = std::move(report_);  // the owner of this function
  state_ = State::reported;
  read_rest();
  observer_.on_ended(describe());
}

ProcessEnd ServerProcess::describe() const {
  if (failure_) return {ProcessEnd::How::not_started, 0, *failure_};
  if (excess_processes_ > 0) {
    return {ProcessEnd::How::over_limit, excess_processes_, limits_.describe_excess(excess_processes_)};
  }
  if (is_forced_ || !exit_) {
    return {ProcessEnd::How::stopped, 0, {ErrorKind::unavailable, "the server was stopped"}};
  }
  return describe_exit(*exit_);
}

ProcessEnd ServerProcess::describe_exit(const LaunchRecord& exit) const {
  const bool is_signal = exit.what == LaunchRecord::What::ended_by_signal;
  Error reason = describe_end(exit);
  const std::string limit = limits_.describe_end(exit, last_words());
  if (!limit.empty()) reason.message.append("; ").append(limit);
  return {is_signal ? ProcessEnd::How::signalled : ProcessEnd::How::exited, exit.number, std::move(reason)};
}

std::string ServerProcess::last_words() const {
  const std::string denied = confinement_.describe_denied();
  const std::string words = words_on_stderr();
  return denied.empty() || words.empty() ? denied + words : denied + " | " + words;
}

std::string ServerProcess::words_on_stderr() const {
  if (!errors_) return container_ ? context_.engines.progress(*container_) : std::string();
  std::string words = errors_->last_words();
  const std::string withheld = find_withheld_variable(command_, words);
  if (withheld.empty()) return words;
  return words + " (" + withheld + R"( is set for the workbench, but not passed on; name it in "inheritEnv"))";
}

std::optional<int> ServerProcess::process_id() const {
  return launcher_ ? std::optional(launcher_->pid()) : std::nullopt;
}

}  // namespace workbench::stdio
