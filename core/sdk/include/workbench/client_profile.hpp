#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace workbench {

/// The program that a client says it is: `clientInfo` (Implementation of the specification) of its `initialize`, or of
/// the request's `_meta` in the modern era. Both are empty when it does not say.
struct ClientInfo {
  std::string name;
  std::string version;
};

/// How much a model is told of each tool of a toolbox; each level holds what the ones before it hold.
enum class ToolDetail {
  names,  ///< its name, toolbox and server
  brief,  ///< the first sentence of its description
  full,   ///< the whole description and the input schema
};

/// What is known of the host (the agent's application) behind a client, from the table of known hosts and the
/// configuration's corrections. All sizes are bytes of UTF-8, so that a limit which the host counts in characters is
/// kept too. The default is what is assumed of a host that nobody knows.
struct ClientProfile {
  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

  /// The longest tool result that its model receives whole.
  std::size_t result_bytes = kUnlimited;
  /// What opening a toolbox should cost at the most, by the configuration.
  std::size_t open_bytes = kUnlimited;
  /// The most that is told of each tool when a toolbox is opened, by the configuration.
  ToolDetail detail = ToolDetail::full;
  /// How much of a server's `instructions` its model is shown; 0: nothing, or too little to name the toolboxes; absent:
  /// not known.
  std::optional<std::size_t> instructions_bytes;
  /// Whether it lists tools again after `notifications/tools/list_changed`.
  bool handles_list_changed = true;
  /// The longest name of a tool of ours with which the host's own prefix still fits its limit; absent: not known.
  std::optional<std::size_t> tool_name_bytes;
  /// It connects anew for each call, so that nothing it opened stays open.
  bool is_one_shot = false;
  /// It reads `anthropic/alwaysLoad` and `anthropic/maxResultSizeChars` in the `_meta` of tools.
  bool reads_anthropic_meta = false;
};

}  // namespace workbench
