#pragma once

#include <cstddef>

namespace launcher {

/// What a system call does with the path in its arguments.
enum class PathAction {
  open,            ///< Landlock decides, as about all up to `truncate`; the launcher records what it refuses
  open_by_struct,  ///< openat2: the flags are in memory
  create,          ///< mknod, symlink: the path does not exist yet
  create_folder,
  remove,
  rename,
  link,
  truncate,
  change_mode,  ///< Landlock does not know these: the launcher does them itself
  change_owner,
  set_attribute,
  remove_attribute,
  set_times,            ///< utimensat
  set_times_in_micros,  ///< utimes, futimesat
  set_times_in_seconds  ///< utime
};

/// A system call on a path. Members that are numbers of arguments are -1 where the call has none.
struct PathCall {
  int number;
  PathAction action;
  int folder;  ///< the descriptor that the path is relative to, or, if there is no path, the one that is meant
  int path;
  int values;  ///< the first of the arguments that follow: mode, owner, name, times
  int flags;
  bool follows;  ///< a symbolic link at the end of the path, unless the flags say otherwise
};

/// All that are notified whatever their other arguments; not the calls that open.
extern const PathCall kPathCalls[];
extern const std::size_t kPathCallCount;

[[nodiscard]] const PathCall* find_path_call(int number);

/// A system call that may change another process.
struct CallOnProcess {
  int number;
  const char* name;
  unsigned process;     ///< the argument with its id. 0: the caller
  int changes;          ///< the argument that is null if nothing is changed, or -1
  int kind;             ///< the argument that says whether the id is of a process, or -1
  unsigned of_process;  ///< its value if so
};

extern const CallOnProcess kCallsOnProcesses[];
extern const std::size_t kCallOnProcessCount;

[[nodiscard]] const CallOnProcess* find_call_on_process(int number);

/// Calls that send signals. Their first argument is a process, a group or, for pidfd_send_signal, a descriptor.
extern const int kSignalCalls[];
extern const std::size_t kSignalCallCount;

[[nodiscard]] bool is_signal_call(int number);

}  // namespace launcher
