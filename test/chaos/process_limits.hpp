#pragma once

#include <dirent.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

namespace chaos {

/// A limit of a running process, which it has until this is destroyed. Only the soft limit changes.
class ProcessLimit {
 public:
  ProcessLimit(pid_t process, __rlimit_resource resource, rlim_t value) : process_(process), resource_(resource) {
    if (::prlimit(process_, resource_, nullptr, &before_) != 0) throw std::runtime_error("prlimit failed");
    set(value);
  }
  ~ProcessLimit() { ::prlimit(process_, resource_, &before_, nullptr); }
  ProcessLimit(const ProcessLimit&) = delete;
  ProcessLimit& operator=(const ProcessLimit&) = delete;

 private:
  void set(rlim_t value) const {
    const rlimit wanted{value, before_.rlim_max};
    if (::prlimit(process_, resource_, &wanted, nullptr) != 0) throw std::runtime_error("prlimit failed");
  }

  const pid_t process_;
  const __rlimit_resource resource_;
  rlimit before_{};
};

/// Whether the program works without descriptors: UndefinedBehaviorSanitizer checks the type of an object with a pipe.
#if defined(WORKBENCH_ASAN)
inline constexpr bool kWorksWithoutDescriptors = false;
#else
inline constexpr bool kWorksWithoutDescriptors = true;
#endif

/// With this limit the process can open nothing.
[[nodiscard]] inline rlim_t lowest_free_descriptor(pid_t process) {
  std::set<rlim_t> open;
  DIR* const folder = ::opendir(("/proc/" + std::to_string(process) + "/fd").c_str());
  if (folder == nullptr) throw std::runtime_error("cannot list the descriptors");
  while (const dirent* const entry = ::readdir(folder)) {
    if (entry->d_name[0] != '.') open.insert(std::stoul(entry->d_name));
  }
  ::closedir(folder);
  rlim_t lowest = 0;
  while (open.count(lowest) != 0) ++lowest;
  return lowest;
}

/// Bytes.
[[nodiscard]] inline rlim_t address_space_of(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  rlim_t pages = 0;
  statm >> pages;
  return pages * 4096;
}

}  // namespace chaos
