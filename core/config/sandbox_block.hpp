#pragma once

#include <string>
#include <string_view>
#include <vector>

// What a confined server was refused, as the launcher reports it (`write /x`, `connect NAME:PORT`), in the words of the
// toolboxes file.

namespace workbench::config {

/// The keys of `sandbox` that allow what was refused.
struct SandboxBlock {
  std::vector<std::string> allow_read;
  std::vector<std::string> allow_write;
  std::vector<std::string> allowed_domains;
  std::vector<std::string> unix_sockets;
  bool allows_local_binding = false;
  std::vector<std::string> never_allowed;  ///< that no key allows, as it was reported

  [[nodiscard]] bool is_empty() const;
  /// `{"filesystem": ...}`, in one line or, for a person to edit, in several.
  [[nodiscard]] std::string json() const;

  [[nodiscard]] bool operator==(const SandboxBlock&) const = default;
};

/// Whether several paths in a folder become the folder.
enum class PathFolding { none, folders };

/// `home`: paths in it are written with `~`.
[[nodiscard]] SandboxBlock sandbox_block(const std::vector<std::string>& denied, std::string_view home,
                                         PathFolding folding);

/// `denied: write ~/x; connect a.example:443; to allow it, add ... to the entry of the server`. Only the first few are
/// named.
[[nodiscard]] std::string describe_denied(const std::vector<std::string>& denied, std::string_view home);

}  // namespace workbench::config
