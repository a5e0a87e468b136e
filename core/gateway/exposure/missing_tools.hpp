#pragma once

#include <string>
#include <string_view>

namespace workbench::gateway {

// A list of tools cannot say that it is not complete. A host that lists again when it is notified gets the rest; for
// one that is known to ignore that, a tool in the list says it, where the model looks for tools.

/// The name of this tool. A server's tool of the same name has priority.
inline constexpr std::string_view kMissingToolsName = "about_missing_tools";

/// Its definition; `missing`: which servers are missing, and why (NativeServers::missing()).
[[nodiscard]] std::string missing_tools_definition(std::string_view missing);

/// What a call of it returns. `missing` may be empty by now.
[[nodiscard]] std::string missing_tools_answer(std::string_view missing);

}  // namespace workbench::gateway
