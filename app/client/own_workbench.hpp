#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "process/child_process.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// A process of this program that serves one command over a socket. It ends when the socket is closed. [loop thread]
class OwnWorkbench {
 public:
  /// `socket` becomes its standard input and output. `host` must outlive it.
  [[nodiscard]] static Result<std::unique_ptr<OwnWorkbench>> start(Host& host, const std::string& program,
                                                                   const std::vector<std::string>& arguments,
                                                                   FileDescriptor socket);
  OwnWorkbench(Host& host, ChildProcess process, FileDescriptor errors);

  /// Calls `ended` once when it has exited and all its errors have been read, or when `limit` has passed: it is ended
  /// by force then. Not inside this call.
  void when_ended(std::chrono::milliseconds limit, MoveOnlyFunction<void()> ended);

  /// After that: as ChildProcess::exit_code().
  [[nodiscard]] std::optional<int> exit_code() { return process_.exit_code(); }
  /// Also copies its stderr to `out`, which must outlive this.
  void show_errors(Output& out) { shown_errors_ = &out; }
  /// The last kMaxErrors bytes of its stderr.
  [[nodiscard]] const std::string& errors() const { return errors_; }
  static constexpr std::size_t kMaxErrors = 64 * 1024;

 private:
  /// False: there is nothing to read at the moment, or any more.
  bool read_errors();
  /// The beginning of the output that is not shown yet: whole lines, so that no character is in two parts.
  void show_lines(std::size_t bytes);
  void finish();

  Host& host_;
  ChildProcess process_;
  FileDescriptor errors_input_;
  std::string errors_;
  std::string unshown_;
  Output* shown_errors_ = nullptr;  // null: they are only kept
  MoveOnlyFunction<void()> ended_;
  // Destroyed before the descriptors that they watch.
  EventLoop::Watch reading_errors_;
  EventLoop::Watch exiting_;
  EventLoop::Timer limit_;
};

}  // namespace workbench::app
