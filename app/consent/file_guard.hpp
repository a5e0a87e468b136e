#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "config/config_file.hpp"
#include "consent/trusted_files.hpp"

namespace workbench::app {

/// By which right a toolboxes file is used, and with it the files that it refers to.
enum class FileRight {
  named,     ///< a person has named it: files that others can change are used, and reported
  own,       ///< it is the user's own, where the program looks for it: none that others can change is used
  trusted,   ///< it was found: none that others can change is used, nor one that differs from what a person was shown
  reviewed,  ///< a person is about to be shown it: as `own`, and what is read is recorded
};

/// Decides for every file of a configuration whether it may be used, and reads it: the decision is about the bytes
/// that it returns, not about a later file of the same name. The one place that does so. [startup, loop thread]
class FileGuard {
 public:
  /// `trusted`: what the person was shown, for FileRight::trusted; absent: nothing, so that everything is refused.
  FileGuard(FileRight right, std::filesystem::path toolboxes_file, std::optional<TrustedFile> trusted = {});

  /// Reads a file as config::FileReader has it, or refuses to.
  [[nodiscard]] Result<std::string> read(const std::filesystem::path& file, std::size_t max_bytes);
  /// The same, for as long as the guard exists.
  [[nodiscard]] config::FileReader reader();

  /// Refusals, a sentence for each. If there is any, nothing of the configuration may be used.
  [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }
  /// About named files that others can change, a sentence for each.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
  /// The files that were read, or looked for, each once.
  [[nodiscard]] const std::vector<SeenFile>& seen() const { return seen_; }

 private:
  [[nodiscard]] std::optional<std::string> objection(const std::filesystem::path& file, const std::string& sha256);
  void record(const std::filesystem::path& file, std::string sha256);
  [[nodiscard]] Error refuse(const std::filesystem::path& file, const std::string& why);

  const FileRight right_;
  const std::filesystem::path toolboxes_file_;
  const std::optional<TrustedFile> trusted_;
  std::vector<std::string> refusals_;
  std::vector<std::string> warnings_;
  std::vector<SeenFile> seen_;
};

/// `mcp-workbench trust FILE`, to be pasted into a shell.
[[nodiscard]] std::string command_to_trust(const std::filesystem::path& file);

}  // namespace workbench::app
