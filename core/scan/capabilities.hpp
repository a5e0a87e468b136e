#pragma once

#include <string>
#include <vector>

#include "scan/finding.hpp"

namespace workbench::scan {

/// What a tool says it does, and what it asks for.
struct Capabilities {
  std::string name;
  std::string description;
  std::vector<std::string> parameters;  ///< of the root of its schema
  bool says_read_only = false;          ///< `annotations.readOnlyHint`
};

/// Finds tools that say that they only read, and whose name says otherwise; and tools that compute something simple,
/// and ask for secrets, files, commands or the conversation.
void find_capability_mismatches(const Capabilities& tool, FindingList& findings);

}  // namespace workbench::scan
