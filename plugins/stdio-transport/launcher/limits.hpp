#pragma once

namespace launcher {

/// The limits of the server's processes. -1: as much as the launcher.
struct ResourceLimits {
  long long memory = -1;      ///< bytes of each process
  long long cpu = -1;         ///< seconds of each process
  long long files = -1;       ///< open files of each process
  long long soft_files = -1;  ///< the same, which the process may raise
  long long file_size = -1;   ///< bytes of a file that is written
  int processes = 0;          ///< of the server, together; the supervisor counts them. 0: no limit
};

/// Adds `NAME:VALUE`. False: there is no limit of this name, or the value is not a number.
bool read_limit(const char* text, ResourceLimits& limits);

/// Limits this process and those that it will start. A limit above this process's own has no effect.
void apply(const ResourceLimits& limits);

}  // namespace launcher
