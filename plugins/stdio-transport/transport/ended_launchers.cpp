#include "transport/ended_launchers.hpp"

#include <sys/wait.h>

#include <iterator>
#include <utility>

namespace workbench::stdio {

void EndedLaunchers::add(FileDescriptor pidfd) {
  launchers_.push_back({std::move(pidfd), nullptr});
  const auto added = std::prev(launchers_.end());
  added->watch = loop_.watch(added->pidfd.get(), Readiness::readable, [this, added] {
    siginfo_t info{};
    ::waitid(P_PIDFD, static_cast<id_t>(added->pidfd.get()), &info, WEXITED | WNOHANG);
    launchers_.erase(added);
  });
}

}  // namespace workbench::stdio
