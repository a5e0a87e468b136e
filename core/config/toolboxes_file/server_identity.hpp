#pragma once

#include <string>
#include <vector>

#include <workbench/options.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::config {

/// See ServerEntry::identity. `descriptions`: of the options that the transport of the entry has. The templates of the
/// entry are complete (separate_client_references()).
[[nodiscard]] std::string identity_of(const ServerEntry& entry, const std::vector<OptionDescription>& descriptions);

}  // namespace workbench::config
