#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include <workbench/result.hpp>

// The sockets on which workbenches with waiting calls accept operators: `PROCESS.operator` in the runtime folder of
// their user. Sharing is not needed for them: each workbench with waiting calls has one, whatever its listeners are.
// [startup, loop thread]

namespace workbench::app {

/// Where the workbench of this process listens. Errors: see runtime_folder().
[[nodiscard]] Result<std::filesystem::path> own_operator_socket();

/// A socket, and the process that listens there.
struct OperatorSocketFile {
  std::filesystem::path path;
  pid_t process = 0;
};

/// The sockets of the user's workbenches, ordered by their processes; none if there is no runtime folder. A killed
/// process leaves its socket behind, which is removed here.
[[nodiscard]] std::vector<OperatorSocketFile> operator_sockets();

}  // namespace workbench::app
