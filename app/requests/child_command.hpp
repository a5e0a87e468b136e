#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "process/child_process.hpp"

namespace workbench::app {

/// One run of a program whose output is wanted, without input. Destroying it ends the program by force; the launchers
/// of servers that it has started end those. [loop thread]
class ChildCommand {
 public:
  /// What it has written, and how it has ended.
  struct Outcome {
    int exit_code = 0;
    std::string output;
    std::string errors;  ///< the last kMaxErrors bytes
  };
  struct Limits {
    std::chrono::milliseconds time;
    std::size_t output_bytes;
  };
  using Done = MoveOnlyFunction<void(Result<Outcome>)>;

  static constexpr std::size_t kMaxErrors = 64 * 1024;

  /// Starts `program`, a path. `done` is called once, from a task of `loop`, unless this is destroyed before; it may
  /// destroy it. timed_out, busy: the program took longer, or wrote more, than the limits allow, and was ended.
  /// Any error of this function: it cannot be started, and nothing is called.
  [[nodiscard]] static Result<std::unique_ptr<ChildCommand>> start(EventLoop& loop, const std::string& program,
                                                                   const std::vector<std::string>& arguments,
                                                                   Limits limits, Done done);
  ChildCommand(const ChildCommand&) = delete;
  ChildCommand& operator=(const ChildCommand&) = delete;

 private:
  struct Pipe {
    FileDescriptor end;
    std::string text;
    EventLoop::Watch watch;
  };

  ChildCommand(EventLoop& loop, ChildProcess process, FileDescriptor out, FileDescriptor errors, Limits limits,
               Done done);
  void read(Pipe& pipe);
  void read_rest(Pipe& pipe);
  void append(Pipe& pipe, std::string_view bytes);
  void handle_exit();
  void finish(Result<Outcome> outcome);

  const Limits limits_;
  Done done_;
  ChildProcess process_;
  Pipe output_;
  Pipe errors_;
  EventLoop::Watch exit_;
  EventLoop::Timer limit_;
};

}  // namespace workbench::app
