#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbench::app {

// What the manual page and docs/reference/command-line.md have besides commands, options and settings.

/// A term and what it is: one sentence, without a full stop at its end.
struct ManualEntry {
  std::string term;
  std::string text;
};

inline constexpr std::string_view kSummary = "one MCP server between an agent and all its other MCP servers";
inline constexpr std::string_view kPurpose =
    "Without a command, it speaks the Model Context Protocol on stdin and stdout, or with the listeners that the "
    "settings name, and logs to stderr. Servers are grouped into toolboxes, which an agent opens as it needs them.";

/// Command lines.
[[nodiscard]] const std::vector<ManualEntry>& manual_examples();

/// Files that it reads and writes.
[[nodiscard]] const std::vector<ManualEntry>& manual_files();

/// Variables of the environment that it reads: those of settings, and all others.
[[nodiscard]] const std::vector<ManualEntry>& manual_environment();

}  // namespace workbench::app
