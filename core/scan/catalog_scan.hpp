#pragma once

#include <span>
#include <string>
#include <vector>

#include "scan/finding.hpp"

namespace workbench::scan {

/// A tool of one of several servers.
struct CatalogTool {
  std::string server;
  std::string name;
  std::string description;
};

struct CatalogFinding {
  std::size_t tool;  ///< its position
  ScanFinding finding;
};

/// What can be found only with the tools of all servers that a model sees together: tools that are taken for one of
/// another server, because the name and the description are the same or look the same; and descriptions that say how a
/// tool of another server is to be used. Both tools of a pair that cannot be told apart are found. Linear time.
[[nodiscard]] std::vector<CatalogFinding> scan_catalog(std::span<const CatalogTool> tools);

}  // namespace workbench::scan
