#pragma once

#include <string>

namespace workbench::app {

/// What the kernel of this machine has for the confinement of servers.
struct KernelConfinement {
  int landlock_abi = 0;           ///< 0: it has no Landlock, or does not use it
  bool has_notification = false;  ///< of system calls, by seccomp

  [[nodiscard]] static KernelConfinement of_this_machine();
  /// `Landlock ABI 7, seccomp notifications`, and what is missing.
  [[nodiscard]] std::string text() const;
};

}  // namespace workbench::app
