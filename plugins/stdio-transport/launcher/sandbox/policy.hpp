#pragma once

#include "list.hpp"
#include "network_rules.hpp"
#include "path_rules.hpp"

namespace launcher {

/// What the server may do, as the workbench writes it: lines `KEYWORD VALUE`. Devices are closed, but for those without
/// state.
///
///     read-not PATH      closed for reading and writing, with all below; need not exist
///     read PATH          opened for reading again
///     write PATH         opened for reading and writing, if it exists: the kernel opens nothing that does not
///     folder PATH        the same for a folder, which is made before unless it exists
///     make PATH          a folder that is made unless it exists, and opened by other lines only
///     write-not PATH     closed for writing
///     allow NAME[:PORT]  `NAME`, `*.NAME`, `*`, an address or CIDR, `[V6]:PORT`, `localhost`
///     deny NAME[:PORT]   counts more than allow
///     unix PATH          a Unix socket that may be connected to, or a folder of them
///     local-binding      may listen on loopback, and connect to what it listens on
///     temporary FOLDER   is made for the server, which may write there, and removed with all in it
///     learn              nothing is refused; what would have been is reported
///     best-effort        starts even if the kernel cannot enforce all
///
/// For tests: `landlock-abi N` and `no-notification` (an older kernel), `resolv-conf PATH`, `hosts PATH`.
struct Policy {
  PathRules paths;
  NetworkRules network;
  PathRules sockets;          ///< what may be written to may be connected to
  List<const char*> folders;  ///< that are made
  bool binds_locally = false;
  bool learns = false;
  bool is_best_effort = false;
  const char* temporary = nullptr;
  const char* nameservers_file = "/etc/resolv.conf";
  const char* hosts_file = "/etc/hosts";
  int max_landlock_abi = -1;  ///< -1: what the kernel has
  bool has_notification = true;
};

/// Reads `lines`, which is changed and kept. The line that is wrong, or null.
const char* read_policy(char* lines, Policy& policy);

}  // namespace launcher
