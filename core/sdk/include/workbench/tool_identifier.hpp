#pragma once

#include <string>

namespace workbench {

/// What names a tool uniquely.
struct ToolIdentifier {
  std::string toolbox;
  std::string server;
  std::string tool;  ///< its name in the catalog: the server's own, unless the configuration gives it another one
};

}  // namespace workbench
