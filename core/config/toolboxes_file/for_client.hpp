#pragma once

#include <string>

#include "config/toolboxes_file/client_folder.hpp"
#include "config/toolboxes_file/config.hpp"

namespace workbench::config {

/// References to the folder that a client works in, and to the first of its roots, in an option or an argument's
/// default: allowed if not all clients share the server; the root only if the server is the client's own.
inline constexpr const char* kClientFolder = "${client.cwd}";
inline constexpr const char* kClientRoot = "${client.root}";

/// Moves the texts with marks (expand_variables()) from the options and the defaults of arguments to the templates, and
/// puts in their place the references as they are written in the file, for all users that show or check an entry.
void separate_client_references(ServerEntry& entry);

/// The entry as it is for a client that works in `folder`, an absolute path (empty: not known), and has `root`. The
/// references in its templates are replaced, in one pass: what is put there is data. The server starts in the folder if
/// the entry has no `cwd` of its own and the workbench itself works elsewhere. An entry that all clients share stays as
/// it is; one that is shared by project gets its project, or is the client's own if its folder is not known. An entry
/// that needs an unknown value, or may not take it from this client, or would put it into the text of a program where
/// it has a meaning, gets the reason why it cannot be used.
[[nodiscard]] ServerEntry for_client(ServerEntry entry, const std::string& folder, const ClientRoot& root = {});

/// Whether an option or an argument's default contains kClientFolder, or kClientRoot.
[[nodiscard]] bool needs_client_folder(const ServerEntry& entry);
[[nodiscard]] bool needs_client_root(const ServerEntry& entry);

}  // namespace workbench::config
