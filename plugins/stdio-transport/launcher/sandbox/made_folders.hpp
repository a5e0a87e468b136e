#pragma once

namespace launcher {

/// Makes a folder, and those above it, for the user alone. Errors are left to the server, which meets them as well.
void make_folder(const char* path);

}  // namespace launcher
