#pragma once

namespace launcher {

/// Removes a folder with all in it, however deep, following no link. What cannot be removed stays.
void remove_tree(const char* folder);

}  // namespace launcher
