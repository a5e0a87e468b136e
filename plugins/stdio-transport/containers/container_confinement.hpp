#pragma once

#include <vector>

#include <workbench/options.hpp>
#include <workbench/process_launcher.hpp>

#include "sandbox/sandbox_settings.hpp"

namespace workbench::stdio {

/// Whether the sandbox of an entry is that of a container: its command runs one, and the launcher confines nothing.
[[nodiscard]] bool is_confined_as_container(const ProcessCommand& command, const SandboxSettings& sandbox);

/// What cannot be enforced for a container, or contradicts its confinement.
[[nodiscard]] std::vector<OptionError> check_container_sandbox(const ProcessCommand& command,
                                                               const SandboxSettings& sandbox);

/// The command of a container with the options of `run` that confine it: no network, no capabilities, no new
/// privileges. What it may read and write are its image and its mounts. The sandbox has been checked.
[[nodiscard]] ProcessCommand confined_container(ProcessCommand command, const SandboxSettings& sandbox);

}  // namespace workbench::stdio
