#pragma once

#include <unistd.h>

#include <workbench/error.hpp>
#include <workbench/result.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// The pipes to a launcher and the program that it starts. They exist before these run: bytes that are written
/// meanwhile wait in them.
struct StandardPipes {
  /// The descriptors of the launcher besides the standard streams: the pipe for its records, and its own file, if that
  /// is executed as an open one.
  static constexpr int kRecords = STDERR_FILENO + 1;
  static constexpr int kLauncher = kRecords + 1;

  /// All are closed on exec, and have numbers above these, even if the standard streams are closed here. Ours do not
  /// block, and neither does the end of `records` that the launcher has. busy: no descriptors are left.
  [[nodiscard]] static Result<StandardPipes> make();

  /// The other ends. The program gets the first three, the launcher keeps the last for itself.
  struct ProgramEnds {
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;
    FileDescriptor records;
  };

  FileDescriptor input;    ///< its stdin: write
  FileDescriptor output;   ///< its stdout: read
  FileDescriptor errors;   ///< its stderr: read
  FileDescriptor records;  ///< the records of the launcher: read
  ProgramEnds program;
};

/// Why the system has refused a descriptor or a process. A temporary lack of the machine is not the program's
/// fault: busy. Else: unavailable.
[[nodiscard]] Error describe_system_error(int error);

}  // namespace workbench::stdio
