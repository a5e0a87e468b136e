#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/line_connection.hpp>
#include <workbench/process_launcher.hpp>

namespace contained {

using namespace workbench;

/// A Connection to a process that the launcher starts, with one message per line. For any transport whose servers are
/// processes. The connection has ended when the process and the stream of its messages have, in either order.
class ProcessConnection final : public Connection, private ConnectionObserver, private ProcessObserver {
 public:
  /// Explains to people why a process has ended that the workbench has not stopped; see Connection::last_words().
  using Explain = std::function<Error(const ProcessEnd& end, std::string_view last_words)>;

  /// `host` and `launcher` must outlive it. `source`: for the log, TOOLBOX/SERVER.
  ProcessConnection(Host& host, ProcessLauncher& launcher, ProcessCommand command, std::string source, Explain explain)
      : host_(host),
        launcher_(launcher),
        command_(std::move(command)),
        source_(std::move(source)),
        explain_(std::move(explain)) {}

  void start(ConnectionObserver& observer) override {
    observer_ = &observer;
    auto launched = launcher_.launch(std::move(command_), source_, *this);
    if (!launched) {
      failure_ = host_.loop().after(std::chrono::milliseconds(0),
                                    [this, why = launched.error()] { observer_->on_closed(why); });
      return;
    }
    process_ = std::move(launched->handle);
    stream_.emplace(host_, std::move(launched->output), std::move(launched->input), LineConnection::Peer::server);
    stream_->start(*this);
  }
  void send(Message message) override {
    if (stream_) stream_->send(std::move(message));
  }
  [[nodiscard]] std::size_t backlog() const override { return stream_ ? stream_->backlog() : 0; }
  void pause_reading(bool paused) override {
    if (stream_) stream_->pause_reading(paused);
  }
  [[nodiscard]] std::string last_words() const override { return process_ ? process_->last_words() : std::string(); }
  [[nodiscard]] std::optional<int> process_id() const override {
    return process_ ? process_->process_id() : std::nullopt;
  }
  void close() noexcept override {
    if (stream_) stream_->close();  // closes the input of the process, which ends most servers
    if (process_) process_->stop();
  }

 private:
  // ConnectionObserver, for the stream.
  void on_message(std::string message) override { observer_->on_message(std::move(message)); }
  void on_undeliverable(const Error& what, std::string_view beginning) override {
    observer_->on_undeliverable(what, beginning);
  }
  void on_end_of_input() override {}
  void on_drained() override { observer_->on_drained(); }
  void on_closed(const Error& reason) override {
    stream_end_ = reason;
    process_->expect_end();
    report_end();
  }
  // ProcessObserver.
  void on_ended(const ProcessEnd& end) override {
    process_end_ = explain_(end, process_->last_words());
    report_end();
  }

  void report_end() {
    if (!stream_end_ || !process_end_) return;
    const bool is_closed_by_us = stream_end_->kind == ErrorKind::cancelled;
    const Error reason = is_closed_by_us ? *stream_end_ : *process_end_;
    observer_->on_closed(reason);  // the last line: it may destroy this
  }

  Host& host_;
  ProcessLauncher& launcher_;
  ProcessCommand command_;  // empty after start()
  const std::string source_;
  const Explain explain_;
  ConnectionObserver* observer_ = nullptr;
  std::unique_ptr<ProcessHandle> process_;  // null: not started, or it could not be
  std::optional<LineConnection> stream_;    // with the process
  std::optional<Error> stream_end_;         // absent: it has not ended
  std::optional<Error> process_end_;        // absent: it has not ended
  EventLoop::Timer failure_;
};

}  // namespace contained
