#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The programs that download and run a package, by whose settings they are told apart.
enum class RunnerKind { npm, uv, bun, deno };

/// The kind of a command, by the name of its program. Absent: the program is not a runner.
[[nodiscard]] std::optional<RunnerKind> runner_of(std::string_view command);

/// Where a runner keeps what it has downloaded, with `~` for the home folder. It writes there.
[[nodiscard]] std::vector<std::string> caches_of(RunnerKind runner, const ProcessCommand& command);

/// The hosts that a runner downloads from, each with the port if it is unusual: those that its variables and files
/// name, or the public registry.
[[nodiscard]] std::vector<std::string> registries_of(RunnerKind runner, const ProcessCommand& command,
                                                     const std::string& home);

/// The address of the registry in the user's file of npm, which a confined npm cannot read because there are tokens in
/// it. Absent: the file names none, or a variable does.
[[nodiscard]] std::optional<std::string> registry_in_npmrc(const ProcessCommand& command, const std::string& home);

}  // namespace workbench::stdio
