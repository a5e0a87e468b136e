#pragma once

#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// A socket that systemd has opened for this process.
struct SystemdSocket {
  std::string name;   ///< FileDescriptorName= of the socket unit
  FileDescriptor fd;  ///< a listening stream socket (TCP or Unix), non-blocking, closed on exec
};

/// The sockets of socket activation (sd_listen_fds(3)), and removes LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES from the
/// environment, so that child processes do not take them for theirs. A second call finds none. [startup]
/// unavailable: none was passed, or one is not a listening stream socket; nothing is closed then.
[[nodiscard]] Result<std::vector<SystemdSocket>> extract_systemd_sockets();

}  // namespace workbench::http
