#pragma once

namespace confinement {

/// Gives this process a network of its own, with loopback and the addresses 198.51.100.1 and .2, and mounts of its own.
/// Needs root, or a user namespace. Throws if neither is there. Once, before there are threads.
void enter_own_network();

}  // namespace confinement
