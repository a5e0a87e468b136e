#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/process_launcher.hpp>

#include "process/server_launcher.hpp"
#include "sandbox/sandbox_settings.hpp"
#include "shared/line_reader.hpp"
#include "shared/liveness.hpp"
#include "shared/pipe_writer.hpp"
#include "transport/stray_output.hpp"

namespace workbench::stdio {

/// The connection with a server that runs as our child process: one message per line on its stdin and stdout. It ends
/// when the server's process ends, not when a pipe does:
///
///   Idle       -- start() -->                            Running; Ended, if nothing could be launched
///   Running    -- the server closes its stdin or stdout -->  HalfClosed: it is expected to end, or stopped
///   Running, HalfClosed -- its process has ended -->     Ended
///   Ended      -- all that it has written is delivered, for which an observer that has paused is waited for -->
///                                                        Closed
///   Running, HalfClosed, Ended -- close() -->            Closing: it is stopped
///   Closing    -- every process of the server has exited -->  Closed
///
/// Messages are sent in Running and HalfClosed, and delivered until Closed.
class StdioConnection final : public Connection,
                              private ProcessObserver,
                              private LineReader::Sink,
                              private PipeWriter::Sink {
 public:
  /// `source` is the server's name in the log. `host` and `launcher` must outlive it.
  StdioConnection(Host& host, ServerLauncher& launcher, ProcessCommand command, SandboxSettings sandbox,
                  std::string source);

  void start(ConnectionObserver& observer) override;
  void send(Message message) override;
  [[nodiscard]] std::size_t backlog() const override;
  void pause_reading(bool paused) override;
  [[nodiscard]] std::string last_words() const override;
  [[nodiscard]] std::optional<int> process_id() const override;
  void close() noexcept override;

 private:
  struct Idle {
    ProcessCommand command;
    SandboxSettings sandbox;
  };
  struct Running {};
  struct HalfClosed {
    const char* what;  ///< the server did, as a part of a sentence
  };
  struct Ended {
    Error reason;
  };
  struct Closing {};
  struct Closed {
    std::string last_words;
  };

  template <typename State>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<State>(state_);
  }

  void on_terminating() override;
  void on_ended(const ProcessEnd& end) override;
  void on_line(std::string line) override;
  void on_overlong(std::string_view beginning, bool has_no_memory) override;
  void on_end() override;
  void on_written() override;
  void on_broken() override;

  void on_stream_lost(const char* what);
  [[nodiscard]] Error reason_of(const ProcessEnd& end) const;
  [[nodiscard]] Error reason() const;
  void finish_soon();
  void finish();
  [[nodiscard]] bool deliver_rest();

  Host& host_;
  ServerLauncher& launcher_;
  const std::string source_;
  StrayOutput stray_output_;
  ConnectionObserver* observer_ = nullptr;  ///< from start() on
  std::variant<Idle, Running, HalfClosed, Ended, Closing, Closed> state_;

  // From Running to Closed.
  std::unique_ptr<ProcessHandle> process_;
  std::optional<LineReader> reader_;
  std::optional<PipeWriter> writer_;

  EventLoop::Timer finish_;  ///< set: finish() is about to be called
  Liveness liveness_;
};

}  // namespace workbench::stdio
