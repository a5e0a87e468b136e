#include "operator/operator_sockets.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include "process/runtime_folder.hpp"

namespace workbench::app {
namespace {

constexpr const char* kOperatorExtension = ".operator";

/// 0: the file is not named after a process.
pid_t process_of_socket(const std::filesystem::path& path) {
  const std::string name = path.stem().string();
  pid_t process = 0;
  const auto [stop, failure] = std::from_chars(name.data(), name.data() + name.size(), process);
  const bool is_number = failure == std::errc() && stop == name.data() + name.size();
  return is_number && process > 0 ? process : 0;
}

bool has_process_ended(pid_t process) {
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

Result<std::filesystem::path> own_operator_socket() {
  const auto folder = runtime_folder();
  if (!folder) return folder.error();
  return *folder / (std::to_string(::getpid()) + kOperatorExtension);
}

std::vector<OperatorSocketFile> operator_sockets() {
  const auto folder = runtime_folder();
  if (!folder) return {};
  std::vector<OperatorSocketFile> found;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(*folder, failed)) {
    const pid_t process = process_of_socket(entry.path());
    if (entry.path().extension() != kOperatorExtension || process == 0) continue;
    if (has_process_ended(process)) {
      std::filesystem::remove(entry.path(), failed);
    } else {
      found.push_back({entry.path(), process});
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& one, const auto& other) { return one.process < other.process; });
  return found;
}

}  // namespace workbench::app
