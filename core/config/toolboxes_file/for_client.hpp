#pragma once

#include <string>

#include "config/toolboxes_file/config.hpp"

namespace workbench::config {

/// What stands for the folder that a client works in, in an option or an argument's default of a
/// server that not all clients share.
inline constexpr const char* kClientFolder = "${client.cwd}";

/// The entry as it is for a client that works in `folder`, an absolute path; empty: not known. It replaces
/// kClientFolder, and lets the server start there if it has no `cwd` of its own and the workbench itself works
/// elsewhere. An entry that all clients share stays as it is; one that is shared by project gets its project, or is the
/// client's own if its folder is not known. An entry that needs a folder which is not known gets the reason why it
/// cannot be used.
[[nodiscard]] ServerEntry for_client(ServerEntry entry, const std::string& folder);

/// Whether an option or an argument's default contains kClientFolder.
[[nodiscard]] bool needs_client_folder(const ServerEntry& entry);

}  // namespace workbench::config
