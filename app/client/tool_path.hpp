#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

namespace workbench::app {

/// A toolbox that exists, and the names of its servers.
struct NamedToolbox {
  std::string name;
  std::vector<std::string> servers;
};

/// What a person writes to name a toolbox, a server or a tool: TOOLBOX, TOOLBOX/SERVER or TOOLBOX/SERVER/TOOL. All
/// three names may have slashes themselves (`github.com/x/y`, `@scope/name`), so that only the existing names tell
/// where one ends.
struct ToolPath {
  std::string toolbox;
  std::string server;  ///< empty: not named
  std::string tool;    ///< empty: not named

  /// By the slashes alone: of the toolbox and the server, none has any.
  [[nodiscard]] static ToolPath from(std::string_view text);

  enum class Names {
    anything,  ///< empty, a toolbox, a server, or a tool
    tool,
  };
  /// By the names that exist: the longest that fit. If none fits, as from(), so that the caller can say what is
  /// missing. Any error: several fit as well; the message has them.
  [[nodiscard]] static Result<ToolPath> resolve(std::string_view text, const std::vector<NamedToolbox>& existing,
                                                Names names);

  [[nodiscard]] bool names_tool() const { return !toolbox.empty() && !server.empty() && !tool.empty(); }
};

}  // namespace workbench::app
