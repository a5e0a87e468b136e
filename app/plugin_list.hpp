#pragma once

#include <iosfwd>
#include <vector>

#include "registry/registry.hpp"

namespace workbench::app {

/// What --list-plugins shows: each plugin with version and file, in the order of loading, and what it registered.
void print_plugins(std::ostream& out, const std::vector<registry::PluginRecord>& plugins);

}  // namespace workbench::app
