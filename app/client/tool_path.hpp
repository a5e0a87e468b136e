#pragma once

#include <string>
#include <string_view>

namespace workbench::app {

/// What a person writes to name a toolbox, a server or a tool: TOOLBOX, TOOLBOX/SERVER or TOOLBOX/SERVER/TOOL. A tool's
/// name may have slashes.
struct ToolPath {
  std::string toolbox;
  std::string server;  ///< empty: not named
  std::string tool;    ///< empty: not named

  [[nodiscard]] static ToolPath from(std::string_view text) {
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
  [[nodiscard]] bool names_tool() const { return !toolbox.empty() && !server.empty() && !tool.empty(); }
};

}  // namespace workbench::app
