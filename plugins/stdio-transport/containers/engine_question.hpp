#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/process_launcher.hpp>

#include "shared/line_reader.hpp"

namespace workbench::stdio {

/// One command of an engine, such as `docker ps`, and its output. It runs under a launcher and has a time limit.
/// Destroying it ends it. [loop thread]
class EngineQuestion final : private ProcessObserver, private LineReader::Sink {
 public:
  struct Answer {
    bool is_good = false;  ///< the exit code was 0
    bool is_late = false;  ///< it had not ended in time
    std::vector<std::string> lines = {};
    std::string reason = {};  ///< why it is not good, for a person
  };
  using Answered = MoveOnlyFunction<void(Answer answer)>;

  /// `host` and `launcher` must outlive it.
  EngineQuestion(Host& host, ProcessLauncher& launcher, std::string source)
      : host_(host), launcher_(launcher), source_(std::move(source)) {}

  /// Starts `command`, once. `answered` is called once, never inside this call, and may destroy this.
  void ask(ProcessCommand command, std::chrono::milliseconds limit, Answered answered);
  /// Each line of its output also goes to the log.
  void log_output() { logs_output_ = true; }
  /// The last line of its output so far.
  [[nodiscard]] std::string last_line() const { return lines_.empty() ? std::string() : lines_.back(); }

 private:
  void on_ended(const ProcessEnd& end) override;
  void on_line(std::string line) override;
  void on_overlong(std::string_view, bool) override {}
  void on_end() override {}
  void answer_soon(Answer answer);

  Host& host_;
  ProcessLauncher& launcher_;
  const std::string source_;
  Answered answered_;
  std::vector<std::string> lines_;
  bool logs_output_ = false;
  bool is_late_ = false;
  std::unique_ptr<ProcessHandle> process_;
  std::optional<LineReader> reader_;
  EventLoop::Timer timer_;
};

}  // namespace workbench::stdio
