#include "install/archive.hpp"

#include <poll.h>

#include <chrono>
#include <optional>
#include <system_error>

#include "process/child_process.hpp"
#include "process/program_lookup.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxUnpackingMs = 5 * 60 * 1000;

bool has_program(const fs::path& folder) {
  std::error_code failed;
  return fs::exists(folder / "bin/mcp-workbench", failed);
}

Error not_unpacked(const fs::path& archive, const std::string& reason) {
  return {ErrorKind::unavailable, archive.string() + " cannot be unpacked: " + reason};
}

}  // namespace

Result<fs::path> unpack_tree(const fs::path& archive, const fs::path& folder) {
  const fs::path tar = find_program("tar", kClientPath);
  if (tar.empty()) return not_unpacked(archive, "there is no tar; unpack it elsewhere, and name the folder");
  auto process = ChildProcess::start(
      tar.string(),
      {"--extract", "--force-local", "--no-same-owner", "--file", archive.string(), "--directory", folder.string()},
      {});
  if (!process) return not_unpacked(archive, process.error().message);
  pollfd exited{process->exit_descriptor(), POLLIN, 0};
  ::poll(&exited, 1, kMaxUnpackingMs);
  const std::optional<int> code = process->exit_code();
  if (!code) process->kill();
  if (code != 0) {
    return not_unpacked(archive,
                        "tar has failed; \"tar -tf\" shows the reason, such as a damaged archive or a missing xz");
  }
  if (has_program(folder)) return folder;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (has_program(entry.path())) return entry.path();
  }
  return Error{ErrorKind::not_found,
               archive.string() + " has no tree of the program: there is no bin/mcp-workbench in it"};
}

}  // namespace workbench::app
