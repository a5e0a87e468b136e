#pragma once

#include <optional>
#include <string>
#include <vector>

#include <workbench/confinements.hpp>
#include <workbench/process_launcher.hpp>

#include "sandbox/sandbox_settings.hpp"

namespace workbench::stdio {

/// What the rules of a server depend on besides its entry.
struct SandboxPlace {
  std::string home;                      ///< of the user; never empty
  std::string folder;                    ///< the server's working directory, absolute
  std::string temporary;                 ///< that the launcher makes for it
  std::vector<std::string> own_folders;  ///< of the workbench
  Options::TextMap variables{};          ///< variables_of_secrets()
  bool learns = false;                   ///< nothing is refused

  /// As this process has them, with a name for a new temporary folder.
  [[nodiscard]] static SandboxPlace of(const ProcessCommand& command);
};

/// All rules of a server, with where each comes from: the defaults, then those of its entry. Later ones do not override
/// earlier ones: the innermost path counts, and of two about one path the later.
[[nodiscard]] std::vector<SandboxRule> sandbox_rules(const SandboxSettings& settings, const ProcessCommand& command,
                                                     const SandboxPlace& place);

/// A folder that the server may write to, although nothing new in it, because something in it is closed: the kernel
/// opens what is beside that one by one.
struct HalfOpenFolder {
  std::string folder;
  std::string closed;  ///< which exists
};

[[nodiscard]] std::vector<HalfOpenFolder> half_open_folders(const std::vector<SandboxRule>& rules);

/// Whether the server works without what it was refused, such as `read /home/p/.npmrc`: the workbench tells it what it
/// needs.
[[nodiscard]] bool is_needless(const std::string& denied, const ProcessCommand& command, const SandboxPlace& place);

/// The same for the launcher, in its words (launcher/sandbox/policy.hpp). Absent: a path has a line break, so that it
/// cannot be said to the launcher.
[[nodiscard]] std::optional<std::string> policy_lines(const std::vector<SandboxRule>& rules);

/// The command with the variables that a confined server needs: its temporary folder, and the registry that its runner
/// cannot read from a file.
[[nodiscard]] ProcessCommand with_sandbox_variables(ProcessCommand command, const SandboxSettings& settings,
                                                    const SandboxPlace& place);

}  // namespace workbench::stdio
