#include "process/ended_launchers.hpp"

#include <poll.h>
#include <sys/wait.h>

#include <iterator>
#include <utility>

namespace workbench::stdio {
namespace {

/// How long the end of the workbench waits for a launcher that was sent SIGKILL.
constexpr int kMaxWaitMs = 200;

}  // namespace

EndedLaunchers::~EndedLaunchers() {
  for (const Launcher& launcher : launchers_) {
    pollfd ended{launcher.pidfd.get(), POLLIN, 0};
    if (::poll(&ended, 1, launcher.is_killed ? kMaxWaitMs : 0) == 1) reap(launcher);
  }
}

void EndedLaunchers::add(FileDescriptor pidfd, pid_t pid, bool is_killed, std::shared_ptr<const void> held) {
  launchers_.push_back({std::move(pidfd), pid, is_killed, std::move(held), nullptr});
  const auto added = std::prev(launchers_.end());
  added->watch = loop_.watch(added->pidfd.get(), Readiness::readable, [this, added] {
    if (reap(*added)) launchers_.erase(added);
  });
}

void EndedLaunchers::handle_reaped(pid_t pid, bool was_killed) {
  orphans_.remove_launcher(pid, was_killed);
  if (was_killed && killed_) killed_();
}

bool EndedLaunchers::reap(const Launcher& launcher) {
  siginfo_t info{};
  const bool is_child = ::waitid(P_PIDFD, static_cast<id_t>(launcher.pidfd.get()), &info, WEXITED | WNOHANG) == 0;
  if (is_child && info.si_pid == 0) return false;
  handle_reaped(launcher.pid, is_child && info.si_code != CLD_EXITED);
  return true;
}

}  // namespace workbench::stdio
