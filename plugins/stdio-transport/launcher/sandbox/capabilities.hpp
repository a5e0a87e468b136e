#pragma once

namespace launcher {

/// Leaves this process, and what it starts, those capabilities of root that concern owners of files and users. All
/// others (network, mounts, devices, processes, ...) would go round the sandbox. False: see errno.
bool drop_capabilities_of_server();

/// Leaves the launcher, besides, those to end the server's processes and to answer their calls, so that what it does
/// for them cannot be more than they might do themselves.
bool drop_capabilities_of_launcher();

}  // namespace launcher
