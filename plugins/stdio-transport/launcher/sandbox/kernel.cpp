#include "kernel.hpp"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

// The same number on every architecture.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif
#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

namespace launcher {
namespace {

constexpr unsigned kAskForVersion = 1;
constexpr unsigned kRuleOfPath = 1;

/// A filter without a program is refused for its address if the kernel knows the flags, and else for the flags.
bool knows_flags(unsigned long flags) {
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, nullptr) == -1 && errno == EFAULT;
}

/// A container's filter may refuse this, too.
bool takes_descriptors() {
  const int self = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0U));
  if (self < 0) return false;
  const int copy = static_cast<int>(syscall(SYS_pidfd_getfd, self, self, 0U));
  close(self);
  if (copy >= 0) close(copy);
  return copy >= 0;
}

bool has_action(std::uint32_t action) {
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0UL, &action) == 0;
}

}  // namespace

KernelFacts find_kernel_facts() {
  KernelFacts facts;
  const long abi = syscall(SYS_landlock_create_ruleset, nullptr, 0UL, kAskForVersion);
  facts.landlock_abi = abi > 0 ? static_cast<int>(abi) : 0;
  facts.has_notification =
      has_action(SECCOMP_RET_USER_NOTIF) && knows_flags(SECCOMP_FILTER_FLAG_NEW_LISTENER) && takes_descriptors();
  facts.waits_killable = knows_flags(SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
  return facts;
}

namespace landlock {

// The kernel refuses members that it does not know.
int create_ruleset(const RulesetAttributes& attributes, int abi) {
  const std::size_t members = abi >= kLandlockWithScopes ? 3 : abi >= kLandlockWithNetwork ? 2 : 1;
  return static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, members * sizeof(std::uint64_t), 0U));
}

int add_path(int ruleset, int path, std::uint64_t allowed) {
  const PathBeneath rule{allowed, path};
  return static_cast<int>(syscall(SYS_landlock_add_rule, ruleset, kRuleOfPath, &rule, 0U));
}

int restrict_self(int ruleset) {
  return static_cast<int>(syscall(SYS_landlock_restrict_self, ruleset, 0U));
}

}  // namespace landlock
}  // namespace launcher
