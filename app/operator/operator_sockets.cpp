#include "operator/operator_sockets.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "process/runtime_folder.hpp"
#include "process/shared_socket.hpp"

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

/// A process of another PID namespace seems to have ended, but its socket answers.
bool is_left_behind(const OperatorSocketFile& socket) {
  const bool has_ended = ::kill(socket.process, 0) != 0 && errno == ESRCH;
  if (!has_ended) return false;
  const auto connected = connect_to_socket(socket.path);
  return !connected && connected.error().kind == ErrorKind::unavailable;
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
    OperatorSocketFile socket{entry.path(), process};
    if (is_left_behind(socket)) {
      std::filesystem::remove(socket.path, failed);
    } else {
      found.push_back(std::move(socket));
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& one, const auto& other) { return one.process < other.process; });
  return found;
}

}  // namespace workbench::app
