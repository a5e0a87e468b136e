#include "commands/logins/browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string_view>

#include "process/program_lookup.hpp"
#include "process/web_url.hpp"
#include "startup/startup.hpp"

namespace workbench::app {
namespace {

std::string variable(std::string_view name) {
  return environment_of_process(name).value_or("");
}

/// Owns the arguments of posix_spawn(). The program gets a session of its own, so that Ctrl-C on the terminal is not
/// for it, and neither the terminal nor the signals that are blocked or ignored here.
class SpawnSettings {
 public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&files_);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      ::posix_spawn_file_actions_addopen(&files_, stream, "/dev/null", O_RDWR, 0);
    }
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  [[nodiscard]] const posix_spawn_file_actions_t* files() const { return &files_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

bool has_browser() {
  const bool has_display = !variable("DISPLAY").empty() || !variable("WAYLAND_DISPLAY").empty();
  return has_display && variable("SSH_CONNECTION").empty() && variable("SSH_TTY").empty();
}

bool open_browser(const std::string& url) {
  if (!is_web_url(url)) return false;
  const std::string preferred = variable("BROWSER");
  std::string program = find_program(preferred.substr(0, preferred.find(':')), variable("PATH")).string();
  if (program.empty()) program = find_program("xdg-open", variable("PATH")).string();
  if (program.empty()) return false;
  std::string argument = url;
  const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  const SpawnSettings settings;
  pid_t pid = -1;
  return ::posix_spawn(&pid, program.c_str(), settings.files(), settings.attributes(), arguments.data(), environ) == 0;
}

}  // namespace workbench::app
