#pragma once

#include "json/scanner_json_access.hpp"

namespace meta_tools {

/// The access that the host gives to plugins, with the host's limit of depth.
inline const workbench::json::Access kJson(1000);

}  // namespace meta_tools
