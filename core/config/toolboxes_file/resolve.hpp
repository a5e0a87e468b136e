#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/client_folder.hpp"
#include "config/toolboxes_file/config.hpp"

namespace workbench::config {

/// What the entries of servers depend on besides the file: the client's principal and folder.
struct ClientPlace {
  std::string folder;  ///< in which the client works; empty: not known
  ClientRoot root;
  std::optional<std::vector<std::string>> toolboxes;  ///< that its principal may use; absent: all
};

/// The configuration in effect for a client at `place` that began with `mode` (which it keeps when the file changes):
/// the toolboxes that it may use, each with `content` as the mode has it, and in them the entries with which its
/// servers run. Two clients whose entries of a server are equal can use it together; a server whose entry is the same
/// before and after a reload keeps running. Pure, but that it looks up the folder in which the workbench itself runs
/// (for_client()).
[[nodiscard]] Config resolve(Config config, const ClientPlace& place, ToolMode mode);

/// `config` for no particular client: resolve() without what depends on a client's place.
[[nodiscard]] Config shown_in(Config config, ToolMode mode);

/// The entry of a server that the clients of `project` share, or all clients if `project` is empty: the
/// entry that resolve() gives each client, whatever its mode. Absent: the configuration has no such server, or does not
/// let it be shared in this way.
[[nodiscard]] std::optional<ServerEntry> resolve_shared(const Config& config, std::string_view toolbox,
                                                        std::string_view server, const std::string& project);

}  // namespace workbench::config
