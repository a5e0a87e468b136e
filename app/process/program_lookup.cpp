#include "process/program_lookup.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "process/child_process.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxVersion = 100;

bool is_executable(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

/// The newest of the versions that nvm has installed.
fs::path newest_of_nvm(const fs::path& home) {
  fs::path newest;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(home / ".nvm/versions/node", ignored)) {
    newest = std::max(newest, entry.path());
  }
  return newest / "bin";
}

/// Reads until the end, the first line, or the time limit.
std::string read_first_line(int descriptor, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::string text;
  while (text.size() < kMaxVersion && text.find('\n') == std::string::npos) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd waiting{descriptor, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) break;
    std::array<char, 256> bytes;
    const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
    if (count <= 0) break;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return text.substr(0, std::min(text.find('\n'), kMaxVersion));
}

}  // namespace

fs::path find_program(const std::string& command, std::string_view path) {
  if (command.find('/') != std::string::npos) return is_executable(command) ? fs::path(command) : fs::path();
  while (!path.empty()) {
    const std::size_t colon = std::min(path.find(':'), path.size());
    const fs::path folder = path.substr(0, colon);
    if (!folder.empty() && is_executable(folder / command)) return folder / command;
    path.remove_prefix(std::min(colon + 1, path.size()));
  }
  return {};
}

fs::path find_in_home(const std::string& command, const fs::path& home) {
  if (home.empty() || command.find('/') != std::string::npos) return {};
  for (const char* folder : {".local/bin", "bin", ".cargo/bin", ".volta/bin", ".bun/bin", ".deno/bin", ".asdf/shims",
                             ".local/share/mise/shims", ".pyenv/shims", "go/bin", ".npm-global/bin"}) {
    if (is_executable(home / folder / command)) return home / folder / command;
  }
  const fs::path of_nvm = newest_of_nvm(home) / command;
  return is_executable(of_nvm) ? of_nvm : fs::path();
}

bool is_known_runner(std::string_view program) {
  static constexpr std::array<std::string_view, 13> kRunners{
      "node", "npx", "npm", "uvx", "uv", "pipx", "python", "python3", "docker", "podman", "deno", "bun", "bunx"};
  return std::find(kRunners.begin(), kRunners.end(), program) != kRunners.end();
}

std::string version_of(const fs::path& program, std::chrono::milliseconds limit) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return {};
  const FileDescriptor output(pipe[0]);
  ChildProcess::Streams streams{{}, FileDescriptor(pipe[1]), {}};
  auto child = ChildProcess::start(program.string(), {"--version"}, streams);
  streams.out.close();  // only the child's descriptor is left
  return child ? read_first_line(output.get(), limit) : std::string();
}

}  // namespace workbench::app
