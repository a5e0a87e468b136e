#include "gateway/toolbox_lines.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace workbench::gateway {
namespace {

using Toolboxes = std::vector<ToolboxSummary>;

/// A description that is shorter than this says nothing.
constexpr std::size_t kMinDescription = 16;

/// While descriptions have this much room, the number of servers is worth its own.
constexpr std::size_t kRoomyDescription = 40;

std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char byte) { return byte == '\n' || byte == '\r' || byte == '\t'; }, ' ');
  return line;
}

enum class Servers { counted, left_out };

std::string lines(const Toolboxes& toolboxes, std::size_t max_description, Servers servers) {
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

/// The greatest length for all descriptions with which the lines fit; 0: none does.
std::size_t greatest_fitting(const Toolboxes& toolboxes, std::size_t max_bytes, Servers servers) {
  std::size_t fits = 0;
  std::size_t too_long = max_bytes;
  while (fits + 1 < too_long) {
    const std::size_t length = fits + (too_long - fits) / 2;
    (lines(toolboxes, length, servers).size() <= max_bytes ? fits : too_long) = length;
  }
  return fits;
}

std::string counted(std::size_t left_out, std::string_view rest) {
  std::string text = "and " + std::to_string(left_out) + " more";
  if (!rest.empty()) text.append(": ").append(rest);
  return text + "\n";
}

/// Names alone, and how many there are for which there is no room.
std::string names(const Toolboxes& toolboxes, std::size_t max_bytes, std::string_view rest) {
  std::string text;
  for (std::size_t index = 0; index < toolboxes.size(); ++index) {
    const std::size_t left = toolboxes.size() - index;
    const std::string name = (text.empty() ? "" : ", ") + toolboxes[index].name;
    const std::size_t reserved = left == 1 ? 1 : 2 + counted(left - 1, rest).size();
    if (text.size() + name.size() + reserved > max_bytes) {
      return text.append(text.empty() ? "" : ", ").append(counted(left, rest));
    }
    text.append(name);
  }
  return text + "\n";
}

}  // namespace

std::string toolbox_lines(const Toolboxes& toolboxes, std::size_t max_bytes, std::string_view rest) {
  std::string whole = lines(toolboxes, ClientProfile::kUnlimited, Servers::counted);
  if (whole.size() <= max_bytes) return whole;

  const std::string more = rest.empty() ? std::string() : "more: " + std::string(rest) + "\n";
  const std::size_t room = max_bytes - std::min(max_bytes, more.size());
  const std::size_t with_servers = greatest_fitting(toolboxes, room, Servers::counted);
  if (with_servers >= kRoomyDescription) return lines(toolboxes, with_servers, Servers::counted) + more;
  const std::size_t without = greatest_fitting(toolboxes, room, Servers::left_out);
  if (without >= kMinDescription) return lines(toolboxes, without, Servers::left_out) + more;
  std::string all_names = names(toolboxes, room, rest);
  const bool names_all = all_names.find(" more: ") == std::string::npos;
  return names_all ? all_names + more : all_names;
}

}  // namespace workbench::gateway
