#pragma once

#include <string>
#include <string_view>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The variables that the server may see, as the launcher expects them: a short list of harmless ones,
/// those that the configuration sets (`env`), and those that it passes on (`inheritEnv`).
[[nodiscard]] std::string kept_environment(const ProcessCommand& server);

/// The same command; if its program is npm or one that takes npm's settings (npx, pnpm), with shorter pauses between
/// the attempts to reach the registry, unless `env`, or a variable that the server gets, says how long they are. By
/// itself, npm is silent for 70 s without a network, which is longer than a start is waited for.
[[nodiscard]] ProcessCommand with_short_pauses_of_npm(ProcessCommand server);

/// The first variable that `words` of the server mention and that is set for the workbench, but that the server does
/// not see; empty: there is none.
[[nodiscard]] std::string find_withheld_variable(const ProcessCommand& server, std::string_view words);

}  // namespace workbench::stdio
