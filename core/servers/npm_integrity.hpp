#pragma once

#include <filesystem>
#include <string>

namespace workbench::servers {

/// What npm has recorded of a package that npx has installed.
struct NpmRecord {
  std::string version;
  std::string integrity;  ///< of the archive, as in a package-lock.json: "sha512-..."
};

/// The record of the package `name` in the folder that npx has made in `cache` (npm's own, `~/.npm`) for `spec`, the
/// word that it was called with. Both empty: npx has not installed it there, or not from an archive. Reads files, and
/// needs no network.
[[nodiscard]] NpmRecord npx_record(const std::filesystem::path& cache, const std::string& spec,
                                   const std::string& name);

}  // namespace workbench::servers
