#pragma once

#include <string>
#include <vector>

#include <workbench/options.hpp>

namespace workbench::stdio {

/// What the entry of a server says about its confinement.
struct SandboxSettings {
  bool is_enabled = false;
  bool is_best_effort = false;
  Options::TextList deny_read{};
  Options::TextList allow_read{};
  Options::TextList allow_write{};
  Options::TextList deny_write{};
  Options::TextList allowed_domains{};
  Options::TextList denied_domains{};
  Options::TextList unix_sockets{};
  bool allows_all_unix_sockets = false;
  bool allows_local_binding = false;
  bool names_folder = false;               ///< the entry has `cwd`: the server may write there
  Options::TextList files_with_secrets{};  ///< of the configuration
};

/// The options that read_sandbox() reads.
[[nodiscard]] std::vector<OptionDescription> describe_sandbox_options();

[[nodiscard]] SandboxSettings read_sandbox(const Options& options);

/// Values that cannot be enforced as they are meant: patterns in paths, addresses with a scheme.
[[nodiscard]] std::vector<OptionError> check_sandbox(const SandboxSettings& settings);

}  // namespace workbench::stdio
