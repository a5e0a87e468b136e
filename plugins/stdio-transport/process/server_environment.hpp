#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The variables that the server may see, as the launcher expects them: a short list of harmless ones,
/// those that the configuration sets (`env`), and those that it passes on (`inheritEnv`).
[[nodiscard]] std::string kept_environment(const ProcessCommand& server);

/// The value of a variable as the server sees it, whatever sets it; absent: the server does not have it.
[[nodiscard]] std::optional<std::string> visible_variable(const ProcessCommand& server, const std::string& name);

/// The first variable that `words` of the server mention and that is set for the workbench, but that the server does
/// not see; empty: there is none.
[[nodiscard]] std::string find_withheld_variable(const ProcessCommand& server, std::string_view words);

}  // namespace workbench::stdio
