#pragma once

#include "json/scanner_json_access.hpp"

namespace meta_tools {

/// The JsonAccess that the host gives to plugins, with its default limit of depth.
inline const workbench::json::ScannerJsonAccess kJson(1000);

}  // namespace meta_tools
