#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/client_profile.hpp>
#include <workbench/toolboxes.hpp>

// The texts that list the toolboxes for a model, each within a budget, because hosts show a limited part of them.

namespace workbench::gateway {

/// Instructions that name the toolboxes need at least this. A host that shows less is served as one that shows none.
inline constexpr std::size_t kMinInstructionsBytes = 1'800;

/// How much of a server's instructions the model behind this client is shown, as far as is known, in bytes; never less
/// than kMinInstructionsBytes.
[[nodiscard]] std::size_t shown_instructions(const ClientProfile& client);

/// The `instructions` of the answer to `initialize` or `server/discover`: how to open a toolbox, how to use a tool, and
/// the toolboxes, within what the client's host shows. For an unknown host the text stays below 2,048 bytes, which
/// every host that shows instructions is known to show.
[[nodiscard]] std::string instructions_for(const workbench::Toolboxes& toolboxes, const ClientProfile& client);

/// The toolboxes as Toolboxes::describe_toolboxes() promises them. `lister` is the name of the meta-tool that lists all
/// of them whole; empty: clients do not see it.
[[nodiscard]] std::string toolbox_lines(const std::vector<ToolboxSummary>& toolboxes, std::size_t max_bytes,
                                        std::string_view lister);

}  // namespace workbench::gateway
