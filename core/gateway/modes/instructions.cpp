#include "gateway/modes/instructions.hpp"

#include <algorithm>
#include <string_view>

namespace workbench::gateway {
namespace {

constexpr std::size_t kMaxBytes = 2047;

constexpr std::string_view kHowTo =
    "MCP Workbench keeps the tools of other MCP servers in toolboxes.\n"
    "1. open_toolbox {\"toolbox_name\": NAME} starts the servers of a toolbox and lists their tools.\n"
    "2. use_tool {\"tool\": {\"toolbox\": NAME, \"server\": SERVER, \"tool\": TOOL}, \"arguments\": {...}} calls one: "
    "SERVER and TOOL are source_server and name of a listed tool, arguments follow its inputSchema.\n"
    "A toolbox stays open; open only what the task needs.\n"
    "Toolboxes:\n";

static_assert(kHowTo.size() + kToolboxesBytes <= kMinInstructionsBytes);

}  // namespace

std::string instructions_for(const workbench::Toolboxes& toolboxes, const ClientProfile& client) {
  const std::size_t shown = client.instructions_bytes.value_or(0);
  const std::size_t limit = shown >= kMinInstructionsBytes ? std::min(shown, kMaxBytes) : kMaxBytes;
  std::string listed = toolboxes.describe_toolboxes(limit - kHowTo.size());
  return std::string(kHowTo) + (listed.empty() ? "(none is configured)\n" : listed);
}

}  // namespace workbench::gateway
