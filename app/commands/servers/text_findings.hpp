#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/inspection.hpp"
#include "scan/finding.hpp"

namespace workbench::app {

/// What the scanner has found in one text of a server.
struct TextFinding {
  std::string toolbox;
  std::string server;
  std::string_view kind;  ///< "tool", "prompt", "resource", "resource template" or "instructions"
  std::string name;       ///< of the item, visible; empty: it has none
  scan::ScanFinding finding;
};

/// What the scanner finds in the texts of all servers among `toolboxes` that run: in each alone, and of tools with
/// those of the other servers. The most severe first; those of `info` are left out.
[[nodiscard]] std::vector<TextFinding> find_in_texts(const std::vector<Inspection::InspectedToolbox>& toolboxes);

/// A line about it, without its server: "the tool 'add': description has ...".
[[nodiscard]] std::string line_of(const TextFinding& found);

}  // namespace workbench::app
