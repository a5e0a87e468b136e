#pragma once

#include <dirent.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "file_contents.hpp"

namespace test_support {

/// A text that no other test has, for the environment of processes that a test wants to find again.
inline std::string new_mark() {
  return std::to_string(::getpid()) + "-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Every process whose environment has the mark.
inline std::vector<std::string> processes_marked(const std::string& mark) {
  std::vector<std::string> found;
  DIR* proc = ::opendir("/proc");
  while (const dirent* entry = ::readdir(proc)) {
    const std::string pid = entry->d_name;
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    if (contents_of("/proc/" + pid + "/environ").find(mark) != std::string::npos) found.push_back(pid);
  }
  ::closedir(proc);
  return found;
}

/// Polls until no marked process is left; returns those left at the deadline. There is no event to wait for: they are
/// no children of this process.
inline std::vector<std::string> left_after(const std::string& mark, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (true) {
    auto left = processes_marked(mark);
    if (left.empty() || std::chrono::steady_clock::now() > deadline) return left;
  }
}

}  // namespace test_support
