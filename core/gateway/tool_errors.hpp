#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/error.hpp>
#include <workbench/toolboxes.hpp>

// What a model is told when a toolbox, a server or a tool cannot be used. Each text begins with the contract's words;
// what helps to correct the call follows.

namespace workbench::gateway {

/// `Toolbox 'T' not found`, with the way to open it, or with the toolboxes that there are.
[[nodiscard]] std::string toolbox_not_open(std::string_view name, bool is_configured,
                                           const std::vector<std::string>& known);

/// `Server 'S' not found in toolbox 'T'`, with those that there are.
[[nodiscard]] std::string server_not_found(const ToolIdentifier& tool, const std::vector<std::string>& known);

/// `Tool 'X' not found in server 'S' (toolbox 'T')`, with those that there are.
[[nodiscard]] std::string tool_not_found(const ToolIdentifier& tool, const std::vector<std::string>& known);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const std::string& toolbox, const std::string& server,
                                             const Error& reason);

/// `[toolbox/server/tool] Error: reason`, what a call that could not be delivered is answered with.
[[nodiscard]] std::string undelivered(const ToolIdentifier& tool, const std::string& reason);

/// What a call gets whose server Bench::find_server_of() did not find, for this reason.
[[nodiscard]] std::string uncalled(const ToolIdentifier& tool, const Error& reason);

/// A CallToolResult with `isError: true` and one block of text, in any revision.
[[nodiscard]] Json error_result(std::string_view text);

}  // namespace workbench::gateway
