#pragma once

#include <filesystem>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

// The Unix socket of a shared workbench, by its path. [startup]

namespace workbench::app {

/// A connection to the workbench that listens there. Does not wait. unavailable: none does. busy: it does not accept
/// connections. invalid_argument: the path is too long for a socket.
[[nodiscard]] Result<FileDescriptor> connect_to_socket(const std::filesystem::path& path);

/// Makes a socket that listens there, for this user alone; the one of a workbench that was killed is removed. To be
/// called under the lock. Errors: as above, but for busy.
[[nodiscard]] Result<FileDescriptor> listen_at_socket(const std::filesystem::path& path);

/// Only the holder of the lock may start a workbench that listens there. It is held while the process is being created:
/// the socket that the process inherits listens already, so that clients can connect before it runs. busy: another
/// process has held it for too long.
[[nodiscard]] Result<FileDescriptor> lock_socket(const std::filesystem::path& path);

}  // namespace workbench::app
