#pragma once

#include <string_view>

#include <workbench/move_only_function.hpp>

#include "requests/command_queue.hpp"
#include "requests/command_words.hpp"
#include "requests/operator_methods.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Requests that a command of this program answers, as it would in a terminal (command_words()): a child process with
/// the configuration of this workbench, which starts servers of its own. For operators who see everything. The commands
/// change no file but the lock file, by lock/accept, and that only if the hash is the one that was shown. A command
/// ends when its operator has left, except lock/accept: what a person has accepted is carried out. [loop thread]
class CommandRequests final : public OperatorMethods {
 public:
  /// `startup` must outlive it. `accepted` is called when the lock file may have been changed.
  CommandRequests(Startup& startup, MoveOnlyFunction<void()> accepted);

  [[nodiscard]] bool has(std::string_view method) const override { return is_command_method(method); }
  /// not_found: the command does not know what is named. unavailable: it has not answered; the message is its own.
  /// busy, timed_out: see CommandQueue.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

 private:
  [[nodiscard]] Result<Json> json_of(ChildCommand::Outcome outcome);

  Startup& startup_;
  MoveOnlyFunction<void()> accepted_;
  CommandQueue queue_;
};

}  // namespace workbench::app
