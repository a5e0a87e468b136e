#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

#include "gateway/toolboxes/toolbox_set.hpp"

// Which server of a toolbox has a tool, and the contract's texts for what cannot be found or reached
// (data model of open_toolbox and use_tool: toolbox, server, tool; the first check that fails answers). Each text
// begins with the contract's words; what helps the model to correct the call follows.

namespace workbench::gateway {

/// The server of `toolbox` that is known to have the tool. not_found, with the contract's text: there is no such server
/// or tool. The state of the toolbox is not looked at.
[[nodiscard]] Result<servers::Server*> find_server_of(const Toolbox& toolbox, const ToolIdentifier& tool);

/// Whether a call of the tool will be refused, as far as it is known now: `toolbox` is open, and its server has no such
/// tool.
[[nodiscard]] bool lacks_tool(const Toolbox& toolbox, const ToolIdentifier& tool);

/// find_server_of() for a toolbox that is open or being opened, to `found`, which is called once, perhaps at once;
/// never, if the toolbox is destroyed before. While it is not known which tools the server has, because they are being
/// listed again, because it is starting or could not be started, or because an earlier run is all that is known, it is
/// started if needed and waited for. Any error but not_found: the server could not be reached, and why.
void when_server_found(Toolbox& toolbox, ToolIdentifier tool,
                       MoveOnlyFunction<void(const Result<servers::ServerLease>&)> found);

/// Calls `known` once, perhaps at once, when it is known of each of `tools` in a toolbox that is open whether a review
/// withholds it; never, if the toolbox is destroyed before. A server of which an earlier run without the tool is all
/// that is known may list it by now: if it is reviewed, it is started.
void when_reasons_known(Toolbox& toolbox, const std::vector<ToolIdentifier>& tools, MoveOnlyFunction<void()> known);

/// The toolbox of this name if it is open or is being opened, now perhaps because `caller` uses it. not_found, with the
/// contract's text: it is not.
[[nodiscard]] Result<Toolbox*> find_usable(const ToolboxSet& toolboxes, std::string_view name, const Caller& caller);

/// not_found: `Tool 'N' not found in server 'S' (toolbox 'T')`, then the tools that it has.
[[nodiscard]] Error tool_not_found(const servers::Server& server, const ToolIdentifier& tool);

/// The rest of a sentence for a model about an item that a review withholds, without any word of the server.
[[nodiscard]] std::string withheld_words(const servers::CatalogReviewer::Withheld& withheld);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const std::string& toolbox, const std::string& server,
                                             const Error& reason);

}  // namespace workbench::gateway
