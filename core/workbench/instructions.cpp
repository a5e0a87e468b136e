#include "workbench/instructions.hpp"

#include <string_view>

#include "workbench/words.hpp"

namespace workbench {
namespace {

constexpr std::size_t kMostBytes = 2047;
constexpr std::size_t kMostBytesOfALine = 240;

constexpr std::string_view kHowTo =
    "MCP Workbench keeps the tools of other MCP servers in toolboxes.\n"
    "1. Call open_toolbox with {\"toolbox_name\": NAME}. It starts the servers of the toolbox and lists their tools.\n"
    "2. Call use_tool with {\"tool\": {\"toolbox\": NAME, \"server\": SERVER, \"tool\": TOOL}, \"arguments\": {...}}, "
    "where SERVER and TOOL are source_server and name of a listed tool, and arguments follow its inputSchema.\n"
    "A toolbox stays open; open only what the task needs.\n"
    "Toolboxes:\n";

std::string line_for(const ToolboxSummary& toolbox) {
  const std::string servers =
      " (" + std::to_string(toolbox.server_count) + (toolbox.server_count == 1 ? " server)" : " servers)");
  return shortened("- " + toolbox.name + ": " + toolbox.description, kMostBytesOfALine - servers.size()) + servers +
         "\n";
}

std::string rest_of(std::size_t count) {
  return "- and " + std::to_string(count) + " more: the description of open_toolbox in tools/list names them all\n";
}

}  // namespace

std::string instructions_for(const std::vector<ToolboxSummary>& toolboxes) {
  std::string text(kHowTo);
  if (toolboxes.empty()) return text + "(none is configured)\n";
  for (std::size_t index = 0; index < toolboxes.size(); ++index) {
    const std::string line = line_for(toolboxes[index]);
    const std::size_t left = toolboxes.size() - index;
    const std::size_t needed_after = left > 1 ? rest_of(left - 1).size() : 0;
    if (text.size() + line.size() + needed_after > kMostBytes) return text + rest_of(left);
    text.append(line);
  }
  return text;
}

}  // namespace workbench
