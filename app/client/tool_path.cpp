#include "client/tool_path.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace workbench::app {
namespace {

/// What follows `name` and a slash in `text`; empty: nothing does. Absent: the text does not begin with the name.
std::optional<std::string_view> rest_after(std::string_view text, std::string_view name) {
  if (name.empty() || !text.starts_with(name)) return std::nullopt;
  text.remove_prefix(name.size());
  if (text.empty()) return text;
  return text.front() == '/' ? std::optional(text.substr(1)) : std::nullopt;
}

/// The number of characters that existing names account for.
std::size_t known_size(const ToolPath& path) {
  return path.toolbox.size() + path.server.size() + (path.server.empty() ? 0 : 1);
}

std::vector<ToolPath> readings_of(std::string_view text, const std::vector<NamedToolbox>& existing) {
  std::vector<ToolPath> readings;
  for (const NamedToolbox& toolbox : existing) {
    const auto rest = rest_after(text, toolbox.name);
    if (!rest) continue;
    if (rest->empty()) readings.push_back({toolbox.name, {}, {}});
    for (const std::string& server : toolbox.servers) {
      if (const auto tool = rest_after(*rest, server)) {
        readings.push_back({toolbox.name, server, std::string(*tool)});
      }
    }
  }
  return readings;
}

std::string described(const ToolPath& path) {
  std::string text = "toolbox \"" + path.toolbox + "\"";
  if (!path.server.empty()) text += " with server \"" + path.server + "\"";
  if (!path.tool.empty()) text += " and tool \"" + path.tool + "\"";
  return text;
}

}  // namespace

ToolPath ToolPath::from(std::string_view text) {
  const auto cut = [&text] {
    const std::size_t slash = text.find('/');
    std::string part(text.substr(0, slash));
    text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
    return part;
  };
  ToolPath path;
  path.toolbox = cut();
  path.server = cut();
  path.tool = text;
  return path;
}

Result<ToolPath> ToolPath::resolve(std::string_view text, const std::vector<NamedToolbox>& existing, Names names) {
  std::vector<ToolPath> readings = readings_of(text, existing);
  if (names == Names::tool) std::erase_if(readings, [](const ToolPath& path) { return !path.names_tool(); });
  std::size_t longest = 0;
  for (const ToolPath& path : readings) longest = std::max(longest, known_size(path));
  std::erase_if(readings, [&](const ToolPath& path) { return known_size(path) < longest; });
  if (readings.empty()) return from(text);
  if (readings.size() == 1) return std::move(readings.front());
  std::string message = "\"" + std::string(text) + "\" can mean several: ";
  for (const ToolPath& path : readings) message += (&path == &readings.front() ? "" : ", or ") + described(path);
  return Error{ErrorKind::invalid_argument, message + "; rename one of them in the toolboxes file"};
}

}  // namespace workbench::app
