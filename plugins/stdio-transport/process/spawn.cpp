#include "process/spawn.hpp"

#include <spawn.h>
#include <unistd.h>

#include <csignal>

namespace workbench::stdio {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Where an open program is executed. It is the new process's own descriptor: those of another one cannot be read if
/// that has made itself undumpable.
constexpr const char* kPathOfProgram = "/proc/self/fd/4";
static_assert(StandardPipes::kLauncher == 4);

/// The descriptors of the new program.
class FileActions {
 public:
  /// In an order in which no descriptor is overwritten before it is copied: `program` may have the number of the
  /// records, and the ends have none of these numbers.
  FileActions(const StandardPipes::ProgramEnds& ends, int program) {
    ::posix_spawn_file_actions_init(&actions_);
    dup2(ends.input.get(), STDIN_FILENO);
    dup2(ends.output.get(), STDOUT_FILENO);
    dup2(ends.errors.get(), STDERR_FILENO);
    if (program >= 0) dup2(program, StandardPipes::kLauncher);
    dup2(ends.records.get(), StandardPipes::kRecords);
    // Closes descriptors that other code has opened without close-on-exec.
    note(::posix_spawn_file_actions_addclosefrom_np(
        &actions_, program >= 0 ? StandardPipes::kLauncher + 1 : StandardPipes::kLauncher));
  }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }
  /// A value of errno if there is no memory for the actions, or 0.
  [[nodiscard]] int error() const { return error_; }

 private:
  void dup2(int from, int to) { note(::posix_spawn_file_actions_adddup2(&actions_, from, to)); }
  void note(int error) {
    if (error_ == 0) error_ = error;
  }

  int error_ = 0;
  posix_spawn_file_actions_t actions_{};
};

/// The state of the new program's signals.
class SignalDefaults {
 public:
  SignalDefaults() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t all;
    ::sigfillset(&all);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  SignalDefaults(const SignalDefaults&) = delete;
  SignalDefaults& operator=(const SignalDefaults&) = delete;
  ~SignalDefaults() { ::posix_spawnattr_destroy(&attributes_); }

  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

Result<int> spawn(std::vector<std::string> arguments, std::vector<std::string> environment,
                  const StandardPipes::ProgramEnds& ends, int program) {
  const FileActions actions(ends, program);
  if (actions.error() != 0) return describe_system_error(actions.error());
  const SignalDefaults attributes;
  int pid = -1;
  const char* const path = program >= 0 ? kPathOfProgram : arguments.front().c_str();
  const int error = ::posix_spawn(&pid, path, actions.get(), attributes.get(), pointers_to(arguments).data(),
                                  pointers_to(environment).data());
  if (error != 0) return describe_system_error(error);
  return pid;
}

}  // namespace workbench::stdio
