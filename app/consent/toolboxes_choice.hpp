#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "config/toolboxes_file/read_config.hpp"
#include "config/variables.hpp"
#include "consent/file_guard.hpp"

// Which toolboxes file is used if none is named.

namespace workbench::app {

/// The name of a toolboxes file that is looked for in the working directory.
inline constexpr char kLocalToolboxesFile[] = "workbench-config.json";

struct ToolboxesChoice {
  FileRight right = FileRight::named;
  std::filesystem::path file;  ///< absolute
  /// There is no other file than this one, which may not be used (yet): `remark` has the reason.
  bool is_waiting = false;
  std::string
      remark;  ///< about a file that was found and is not used; a sentence with the remedy; empty: there is none
};

/// The local file if it may be used, else the user's own. Paths are absolute; either may be empty.
[[nodiscard]] ToolboxesChoice choose_toolboxes_file(const std::filesystem::path& local,
                                                    const std::filesystem::path& of_user,
                                                    const config::Environment& environment);

/// Why a file that was found may not be used: others can change it or what it refers to, it has not been allowed, or
/// something has changed since. A sentence with the remedy. Absent: it may.
[[nodiscard]] std::optional<std::string> objection_to(const std::filesystem::path& found,
                                                      const config::Environment& environment);

/// The files that a person was shown when this one was allowed. Absent: it was not, or that cannot be known.
[[nodiscard]] std::optional<TrustedFile> what_was_allowed(const std::filesystem::path& found,
                                                          const config::Environment& environment);

}  // namespace workbench::app
