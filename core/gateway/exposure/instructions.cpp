#include "gateway/exposure/instructions.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace workbench::gateway {
namespace {

using Summaries = std::vector<ToolboxSummary>;

/// For a host that is not known, or shows less than kMinInstructionsBytes.
constexpr std::size_t kMaxInstructionsBytes = 2047;

constexpr std::string_view kWhatItIs = "MCP Workbench keeps the tools of other MCP servers in toolboxes.\n";

/// Where there is search_tools.
constexpr std::string_view kHowToSearch =
    "search_tools {\"query\": WORDS} finds a tool if you do not know its toolbox.\n";

constexpr std::string_view kHowTo =
    "1. open_toolbox {\"toolbox_name\": NAME} starts the servers of a toolbox and lists their tools.\n"
    "2. use_tool {\"tool\": {\"toolbox\": NAME, \"server\": SERVER, \"tool\": TOOL}, \"arguments\": {...}} calls one: "
    "SERVER and TOOL are source_server and name of a listed tool, arguments follow its inputSchema.\n"
    "A toolbox stays open; open only what the task needs.\n"
    "Toolboxes:\n";

static_assert(kWhatItIs.size() + kHowToSearch.size() + kHowTo.size() + kToolboxesBytes <= kMinInstructionsBytes);

/// A shorter description says nothing.
constexpr std::size_t kMinDescription = 16;

/// While descriptions have at least this much room, each line also has the number of servers.
constexpr std::size_t kRoomyDescription = 40;

std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char byte) { return byte == '\n' || byte == '\r' || byte == '\t'; }, ' ');
  return line;
}

enum class Servers { counted, left_out };

std::string lines(const Summaries& toolboxes, std::size_t max_description, Servers servers) {
  std::string text;
  for (const ToolboxSummary& toolbox : toolboxes) {
    text.append("- ").append(toolbox.name).append(": ");
    text.append(base::shortened(on_one_line(toolbox.description), max_description));
    if (servers == Servers::counted) {
      text.append(" (").append(std::to_string(toolbox.servers.size()));
      text.append(toolbox.servers.size() == 1 ? " server)" : " servers)");
    }
    text.append("\n");
  }
  return text;
}

/// The greatest length of descriptions with which the lines fit into `max_bytes`; 0: there is none.
std::size_t max_fitting_description(const Summaries& toolboxes, std::size_t max_bytes, Servers servers) {
  std::size_t fits = 0;
  std::size_t too_long = max_bytes;
  while (fits + 1 < too_long) {
    const std::size_t length = fits + (too_long - fits) / 2;
    (lines(toolboxes, length, servers).size() <= max_bytes ? fits : too_long) = length;
  }
  return fits;
}

std::string count_of_others(std::size_t left_out, std::string_view lister) {
  std::string text = "and " + std::to_string(left_out) + " more";
  if (!lister.empty()) text.append(": ").append(lister);
  return text + "\n";
}

/// Names alone; those for which there is no room are counted.
std::string names(const Summaries& toolboxes, std::size_t max_bytes, std::string_view lister) {
  std::string text;
  for (std::size_t index = 0; index < toolboxes.size(); ++index) {
    const std::size_t left = toolboxes.size() - index;
    const std::string name = (text.empty() ? "" : ", ") + toolboxes[index].name;
    const std::size_t reserved = left == 1 ? 1 : 2 + count_of_others(left - 1, lister).size();
    if (text.size() + name.size() + reserved > max_bytes) {
      return text.append(text.empty() ? "" : ", ").append(count_of_others(left, lister));
    }
    text.append(name);
  }
  return text + "\n";
}

}  // namespace

std::size_t shown_instructions(const ClientProfile& client) {
  const std::size_t shown = client.instructions_bytes.value_or(0);
  return shown >= kMinInstructionsBytes ? shown : kMaxInstructionsBytes;
}

std::string instructions_for(const workbench::Toolboxes& toolboxes, const ClientProfile& client) {
  const std::size_t limit = std::min(shown_instructions(client), kMaxInstructionsBytes);
  std::string text(kWhatItIs);
  if (toolboxes.has_meta_tool("search_tools")) text.append(kHowToSearch);
  text.append(kHowTo);
  const std::string listed = toolboxes.describe_toolboxes(limit - text.size());
  return text.append(listed.empty() ? "(none is configured)\n" : listed);
}

std::string toolbox_lines(const Summaries& toolboxes, std::size_t max_bytes, std::string_view lister) {
  std::string whole = lines(toolboxes, ClientProfile::kUnlimited, Servers::counted);
  if (whole.size() <= max_bytes) return whole;

  const std::string more = lister.empty() ? std::string() : "more: " + std::string(lister) + "\n";
  const std::size_t room = max_bytes - std::min(max_bytes, more.size());
  const std::size_t with_servers = max_fitting_description(toolboxes, room, Servers::counted);
  if (with_servers >= kRoomyDescription) return lines(toolboxes, with_servers, Servers::counted) + more;
  const std::size_t without = max_fitting_description(toolboxes, room, Servers::left_out);
  if (without >= kMinDescription) return lines(toolboxes, without, Servers::left_out) + more;
  std::string all_names = names(toolboxes, room, lister);
  const bool names_all = all_names.find(" more: ") == std::string::npos;
  return names_all ? all_names + more : all_names;
}

}  // namespace workbench::gateway
