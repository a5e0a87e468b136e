#include "transport/stdio_connection.hpp"

#include <utility>

#include "process/launch_texts.hpp"
#include "process/program_search.hpp"
#include "process/server_environment.hpp"

namespace workbench::stdio {

StdioConnection::StdioConnection(Host& host, std::string launcher, ServerCommand server, std::string source,
                                 EndedLaunchers& ended, LoginShells& shells)
    : host_(host),
      launcher_(std::move(launcher)),
      server_(std::move(server)),
      source_(std::move(source)),
      ended_(ended),
      shells_(shells),
      step_(host.limits().shutdown / 3) {}

StdioConnection::~StdioConnection() {
  if (destroyed_ != nullptr) *destroyed_ = true;
}

void StdioConnection::start(ConnectionObserver& observer) {
  observer_ = &observer;
  state_ = State::running;
  const std::string shell = shell_to_ask(server_);
  if (shell.empty()) return launch();
  question_ = shells_.ask(shell, [this, shell](const std::string& path) { use_path_of(shell, path); });
}

void StdioConnection::use_path_of(const std::string& shell, const std::string& path) {
  const auto question = std::move(question_);  // whose function this is
  if (path.empty() || is_missing_on(path, server_)) {
    host_.log(LogLevel::information, source_,
              "\"" + server_.command + "\" is neither on PATH nor on that of the login shell " + shell);
  } else {
    host_.log(LogLevel::information, source_,
              "\"" + server_.command + "\" is not on PATH, but on that of the login shell " + shell +
                  ", which the server gets: " + path);
    server_.env.emplace_back("PATH", path);
  }
  launch();
}

void StdioConnection::launch() {
  Result<std::unique_ptr<LauncherProcess>> launched = LauncherProcess::launch(launcher_, server_, step_, ended_);
  if (!launched) {
    failure_ = launched.error();
    return finish_soon();
  }
  process_ = std::move(launched).value();
  EventLoop& loop = host_.loop();
  writer_.emplace(loop, std::move(process_->input), static_cast<PipeWriter::Sink&>(*this));
  reader_.emplace(loop, std::move(process_->output), host_.limits().message_bytes,
                  static_cast<LineReader::Sink&>(*this));
  errors_.emplace(host_, std::move(process_->errors), process_->token(), source_,
                  static_cast<StderrTail::Sink&>(*this));
  launcher_end_ = loop.watch(process_->pidfd(), Readiness::readable, [this] { on_launcher_end(); });
  if (paused_) reader_->pause(true);
  for (Message& message : std::exchange(unsent_, {})) writer_->send(std::move(message));
}

void StdioConnection::send(Message message) {
  if (state_ != State::running) return;
  if (question_) return unsent_.push_back(std::move(message));
  if (writer_) writer_->send(std::move(message));
}

std::size_t StdioConnection::backlog() const {
  return writer_ ? writer_->backlog() : 0;
}

void StdioConnection::pause_reading(bool paused) {
  paused_ = paused;
  if (reader_) reader_->pause(paused);
  if (!paused && finishing_) finish_soon();
}

// What the server sends.

/// "The server MUST NOT write anything to its stdout that is not a valid MCP message" ("basic/transports", stdio): many
/// print a greeting or debug there. The first such line is shown, so that its author can be found.
void StdioConnection::log_if_no_message(std::string_view line) {
  constexpr std::size_t kMaxShown = 200;
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (has_logged_line_ || begin == std::string_view::npos || line[begin] == '{' || line[begin] == '[') return;
  has_logged_line_ = true;
  const bool is_whole = line.size() <= kMaxShown;
  host_.log(LogLevel::warning, source_,
            "the server writes to its stdout what is no message and belongs to stderr; the first such line: " +
                std::string(line.substr(0, kMaxShown)) + (is_whole ? "" : "..."));
}

void StdioConnection::on_line(std::string line) {
  log_if_no_message(line);
  observer_->on_message(std::move(line));
}

void StdioConnection::on_overlong(std::string_view beginning, bool has_no_memory) {
  observer_->on_undeliverable(describe_overlong("server", host_.limits().message_bytes, has_no_memory), beginning);
}

void StdioConnection::on_end() {
  on_stream_lost("closed its standard output");
}

void StdioConnection::on_written() {
  observer_->on_drained();
}

void StdioConnection::on_broken() {
  on_stream_lost("closed its standard input");
}

void StdioConnection::on_record(const LaunchRecord& record) {
  switch (record.what) {
    case LaunchRecord::What::started: started_ = true; return;
    case LaunchRecord::What::too_many_processes: excess_processes_ = record.number; return;
    case LaunchRecord::What::failed:
      failure_ = describe_failed_start(server_, record);
      if (is_not_on_path(server_, record)) {
        host_.log(LogLevel::warning, source_, "the PATH that was searched is " + searched_path(server_));
      }
      break;
    case LaunchRecord::What::ended_with_code:
    case LaunchRecord::What::ended_by_signal: end_ = record; break;
  }
  process_->record_end();
  // close() completes when every process of the server has exited. The end of a server by itself is reported
  // immediately.
  if (state_ == State::running) finish_soon();
}

void StdioConnection::on_launcher_end() {
  const std::optional<LaunchRecord> end = process_->reap();
  if (!end) return;
  launcher_end_.reset();
  errors_->read_rest();
  if (!end_ && !failure_ && !started_) failure_ = describe_failed_launcher(launcher_, *end);
  if (!end_) end_ = end;
  finish_soon();
}

// Ending.

/// A server that has closed one of its streams is usually about to end, and its exit code is a better reason.
void StdioConnection::on_stream_lost(const char* what) {
  if (state_ != State::running || lost_ != nullptr || finishing_) return;
  lost_ = what;
  timer_ = host_.loop().after(step_, [this] { stop(); });
}

void StdioConnection::close() noexcept {
  if (state_ != State::running) return;
  state_ = State::closing;
  question_.reset();
  if (finishing_ || !process_) return finish_soon();
  // "First, closing the input stream to the child process", once everything sent before has been written.
  writer_->close_when_written();
  timer_ = host_.loop().after(step_, [this] { stop(); });
}

void StdioConnection::stop() {
  stopped_ = true;
  writer_->close();
  if (started_) {
    process_->stop();
  } else {
    process_->kill();
  }
  timer_ = host_.loop().after(2 * step_, [this] { give_up(); });
}

void StdioConnection::give_up() {
  process_->kill_launcher();
  host_.log(LogLevel::error, source_,
            "the launcher of the server did not end in time, and was killed with the processes of the server");
  finish_soon();
}

/// Not immediately: the caller may be the observer, or an object that the observer destroys when the connection ends.
void StdioConnection::finish_soon() {
  finishing_ = true;
  timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { finish(); });
}

std::string StdioConnection::last_words() const {
  if (!errors_) return last_words_;
  std::string words = errors_->last_words();
  const std::string withheld = find_withheld_variable(server_, words);
  if (withheld.empty()) return words;
  return words + " (" + withheld + R"( is set for the workbench, but not passed on; name it in "inheritEnv"))";
}

std::optional<int> StdioConnection::process_id() const {
  return process_ ? std::optional(process_->pid()) : std::nullopt;
}

void StdioConnection::finish() {
  if (!deliver_rest()) return;
  if (errors_) errors_->read_rest();
  const Error last = reason();
  last_words_ = last_words();
  state_ = State::closed;
  timer_.reset();
  launcher_end_.reset();
  writer_.reset();
  reader_.reset();
  errors_.reset();
  process_.reset();
  observer_->on_closed(last);
}

/// Delivers what the server had written before it ended. False: the observer is paused, so the end has to wait, or it
/// has destroyed the connection.
bool StdioConnection::deliver_rest() {
  if (!reader_) return true;
  bool destroyed = false;
  destroyed_ = &destroyed;
  reader_->read_rest();
  if (destroyed) return false;
  const bool must_wait = paused_ && state_ == State::running;
  if (!must_wait && !reader_->unfinished().empty()) {
    observer_->on_undeliverable(
        {ErrorKind::protocol, "the server ended in the middle of a message: " + reason().message},
        reader_->unfinished());
  }
  if (destroyed) return false;
  destroyed_ = nullptr;
  return !must_wait;
}

Error StdioConnection::reason() const {
  if (state_ == State::closing) return {ErrorKind::cancelled, "closed by the workbench"};
  if (failure_) return *failure_;
  if (excess_processes_ > 0) return server_.limits.describe_excess(excess_processes_);
  if (stopped_) return describe_stop(lost_);
  Error end = describe_end(*end_);
  const std::string limit = server_.limits.describe_end(*end_, last_words());
  if (!limit.empty()) end.message.append("; ").append(limit);
  return end;
}

}  // namespace workbench::stdio
