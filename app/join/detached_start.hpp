#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

// How a process becomes a shared workbench that listens already: by fork and exec, with the socket as a descriptor that
// its command names. It gets no other descriptor of this process but the standard streams, which are /dev/null and
// the log; and its working directory is /. In place of this process, its stderr stays, and it adds its log to the file
// as well. [startup]

namespace workbench::app {

/// Starts `command` as a process that is detached from this one. unavailable: there is no process left. That the
/// program cannot be run is not noticed.
[[nodiscard]] Result<void> start_detached(std::vector<std::string> command, const FileDescriptor& listening,
                                          const std::filesystem::path& log);

/// Runs `command` in the place of this program. The sockets that a service manager has passed to this process stay open
/// for it. Returns only if that fails.
[[nodiscard]] Error run_in_place(std::vector<std::string> command, const FileDescriptor& listening,
                                 const std::filesystem::path& log);

}  // namespace workbench::app
