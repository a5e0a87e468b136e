#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace bench {

/// An operator that watches the calls of a workbench, as the page of the console does: subscribes over its socket, and
/// reads what comes, on a thread of its own.
class Watcher {
 public:
  /// `runtime_folder`: the XDG_RUNTIME_DIR of the workbench. Throws if it cannot subscribe.
  Watcher(const std::string& runtime_folder, pid_t workbench);
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  ~Watcher();

  /// The notifications that have come so far.
  [[nodiscard]] std::uint64_t notifications() const { return lines_; }

 private:
  void read_all();

  int socket_ = -1;
  std::atomic<std::uint64_t> lines_{0};
  std::thread reading_;
};

}  // namespace bench
