#pragma once

#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "shared/descriptor.hpp"

namespace workbench::stdio {

/// A program that runs, and our ends of its standard streams, which do not block.
struct Spawned {
  int pid = -1;
  FileDescriptor input;   ///< its stdin: write
  FileDescriptor output;  ///< its stdout: read
  FileDescriptor errors;  ///< its stderr: read
};

/// Runs `arguments` (the first is the path of the program) with `environment` (`NAME=value`), in this directory. The
/// program has no descriptor but the standard ones. What this costs depends neither on the memory of this process nor
/// on how many descriptors it may open.
/// busy: the system has no descriptor, process or memory left. unavailable: any other reason that it gives.
[[nodiscard]] Result<Spawned> spawn(std::vector<std::string> arguments, std::vector<std::string> environment);

}  // namespace workbench::stdio
