#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "process/launcher_process.hpp"
#include "process/login_shell.hpp"
#include "process/server_command.hpp"
#include "process/stderr_tail.hpp"
#include "shared/line_reader.hpp"
#include "shared/pipe_writer.hpp"

namespace workbench::stdio {

/// The connection with a server that runs as our child process: one message per line on its stdin and stdout. It ends
/// when the server's process ends, not when a pipe does.
class StdioConnection final : public Connection,
                              private LineReader::Sink,
                              private PipeWriter::Sink,
                              private StderrTail::Sink {
 public:
  /// `source` is the server's name in the log. `host`, `ended` and `shells` must outlive it.
  StdioConnection(Host& host, std::string launcher, ServerCommand server, std::string source, EndedLaunchers& ended,
                  LoginShells& shells);
  ~StdioConnection() override;

  void start(ConnectionObserver& observer) override;
  void send(Message message) override;
  [[nodiscard]] std::size_t backlog() const override;
  void pause_reading(bool paused) override;
  [[nodiscard]] std::string last_words() const override;
  [[nodiscard]] std::optional<int> process_id() const override;
  void close() noexcept override;

 private:
  enum class State { idle, running, closing, closed };

  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning, bool has_no_memory) override;
  void on_end() override;
  void on_written() override;
  void on_broken() override;
  void on_record(const LaunchRecord& record) override;

  void use_path_of(const std::string& shell, const std::string& path);
  void launch();
  void on_launcher_end();
  void on_stream_lost(const char* what);
  void stop();
  void give_up();
  void finish_soon();
  void finish();
  [[nodiscard]] bool deliver_rest();
  void log_if_no_message(std::string_view line);
  [[nodiscard]] Error reason() const;

  Host& host_;
  const std::string launcher_;
  ServerCommand server_;
  const std::string source_;
  EndedLaunchers& ended_;
  LoginShells& shells_;
  const std::chrono::milliseconds step_;  ///< the time limit of each of the three steps of an orderly end

  ConnectionObserver* observer_ = nullptr;
  State state_ = State::idle;
  bool paused_ = false;
  bool started_ = false;             ///< the launcher has reported that the server runs
  bool finishing_ = false;           ///< only a paused observer can delay the end now
  bool stopped_ = false;             ///< by us
  bool has_logged_line_ = false;     ///< that was no message
  const char* lost_ = nullptr;       ///< which stream the server has closed, as a part of a sentence
  std::optional<Error> failure_;     ///< why the server could not be started
  std::optional<LaunchRecord> end_;  ///< how it ended
  int excess_processes_ = 0;         ///< for which the launcher ends it; 0: it does not
  std::string last_words_;           ///< when it has ended
  bool* destroyed_ = nullptr;

  LoginShell::Question question_;  ///< set: the start waits for the PATH of the login shell
  std::vector<Message> unsent_;    ///< until then

  std::unique_ptr<LauncherProcess> process_;
  std::optional<LineReader> reader_;
  std::optional<PipeWriter> writer_;
  std::optional<StderrTail> errors_;
  EventLoop::Watch launcher_end_;
  EventLoop::Timer timer_;  ///< the next step of the end
};

}  // namespace workbench::stdio
