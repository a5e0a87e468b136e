#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/toolboxes_file/config.hpp"

namespace workbench::config {

/// What stands for the folder that a client works in, and for the first of its roots, in an option or an argument's
/// default: of a server that not all clients share; the root only of one that is its client's own.
inline constexpr const char* kClientFolder = "${client.cwd}";
inline constexpr const char* kClientRoot = "${client.root}";

/// The entry as it is for a client that works in `folder` and has `root`, absolute paths; empty: not known. It replaces
/// kClientFolder and kClientRoot, and lets the server start there if it has no `cwd` of its own and the workbench
/// itself works elsewhere. An entry that all clients share stays as it is; one that is shared by project gets its
/// project, or is the client's own if its folder is not known. An entry that needs a folder which is not known gets the
/// reason why it cannot be used.
[[nodiscard]] ServerEntry for_client(ServerEntry entry, const std::string& folder, const std::string& root = {});

/// Whether an option or an argument's default contains kClientFolder, or kClientRoot.
[[nodiscard]] bool needs_client_folder(const ServerEntry& entry);
[[nodiscard]] bool needs_client_root(const ServerEntry& entry);

/// The path that a `file:` URI names, as a client's roots have them. Absent: it is no such URI, or of another host.
[[nodiscard]] std::optional<std::string> path_of_file_uri(const std::string& uri);

}  // namespace workbench::config
