#pragma once

#include "path_rules.hpp"

namespace launcher {

/// Makes Landlock's rules of what may be read and written. Landlock only allows, and what it allows for a folder it
/// allows for all below: the folders above a closed path are therefore opened child by child, and what is made beside
/// such a child later stays closed until the next start. A descriptor, or -1 with errno.
int make_file_rules(const PathRules& paths, int landlock_abi);

/// Whether the entries of this folder may be read, though its rules do not say so because they would open what is
/// closed below it: the launcher opens it for the server.
bool may_be_listed(const PathRules& paths, const char* folder);

}  // namespace launcher
