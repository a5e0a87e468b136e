#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::app {

/// Where the content of a result goes.
struct ContentTarget {
  std::ostream& out;             ///< texts, and the paths of files
  bool is_terminal;              ///< `out` shows control characters instead of obeying them
  std::filesystem::path folder;  ///< of the files
  std::string name;              ///< files without one of their own are named after it
};

/// Shows what a tool's result (CallToolResult) has: texts as they are; images, audio and embedded resources as files,
/// whose paths are shown, and none of which replaces one that exists; links to resources as a line; structured content
/// if there is no text. False: a file could not be written; `errors` says why.
[[nodiscard]] bool show_content(const Json& result, const ContentTarget& target, std::ostream& errors);

/// The text for a terminal: control characters other than line breaks and tabs are written as `\xNN`.
[[nodiscard]] std::string without_control_characters(std::string_view text);

}  // namespace workbench::app
