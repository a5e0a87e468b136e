#pragma once

#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "process/standard_pipes.hpp"

namespace workbench::stdio {

/// Runs `arguments` (the first is the path of the launcher, unless `program` is an open one) with `environment`
/// (`NAME=value`), in this directory, and returns its process id. The launcher has no descriptor but `ends`, as the
/// standard ones and StandardPipes::kRecords, and itself if it is an open one; the caller closes its own copies of
/// them. No signal is ignored in it, also none that this process ignores: a shell starts what it runs in the background
/// with SIGINT and SIGQUIT ignored, and the latter ends a program that has just begun. What this costs depends neither
/// on the memory of this process nor on how many descriptors it may open. busy: the system has no process or memory
/// left. unavailable: any other reason that it gives.
[[nodiscard]] Result<int> spawn(std::vector<std::string> arguments, std::vector<std::string> environment,
                                const StandardPipes::ProgramEnds& ends, int program = -1);

}  // namespace workbench::stdio
