#pragma once

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The same command; if its program is npm or one that takes npm's settings (npx, pnpm), with shorter pauses between
/// the attempts to reach the registry. By itself, npm is silent for 70 s without a network, which is longer than a
/// start is waited for.
///
/// Both pauses or neither, because npm fails if the shortest is longer than the longest. Neither if a user has set one
/// of them: by a variable that the server gets, or in a file that such variables would override, which are the user's
/// `.npmrc`, and that of the working directory or of a folder above it.
[[nodiscard]] ProcessCommand with_short_pauses_of_npm(ProcessCommand server);

}  // namespace workbench::stdio
