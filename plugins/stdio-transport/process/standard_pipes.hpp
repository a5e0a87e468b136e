#pragma once

#include <workbench/error.hpp>
#include <workbench/result.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// The three pipes to a program. They exist before it runs: bytes that are written meanwhile wait in them.
struct StandardPipes {
  /// All are closed on exec, and none has the number of a standard stream, even if those are closed here. Ours do not
  /// block. busy: no descriptors are left.
  [[nodiscard]] static Result<StandardPipes> make();

  /// The ends of the program.
  struct ProgramEnds {
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;
  };

  FileDescriptor input;   ///< its stdin: write
  FileDescriptor output;  ///< its stdout: read
  FileDescriptor errors;  ///< its stderr: read
  ProgramEnds program;
};

/// Why the system has refused a descriptor or a process. A temporary lack of the machine is not the program's
/// fault: busy. Else: unavailable.
[[nodiscard]] Error describe_system_error(int error);

}  // namespace workbench::stdio
