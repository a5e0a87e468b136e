#include "check/kernel_confinement.hpp"

#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace workbench::app {

KernelConfinement KernelConfinement::of_this_machine() {
  KernelConfinement facts;
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi > 0) facts.landlock_abi = static_cast<int>(abi);
  const std::uint32_t notify = SECCOMP_RET_USER_NOTIF;
  facts.has_notification = ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0U, &notify) == 0;
  return facts;
}

std::string KernelConfinement::text() const {
  std::string text = landlock_abi > 0 ? "Landlock ABI " + std::to_string(landlock_abi) : "no Landlock";
  text += has_notification ? ", seccomp notifications" : ", no seccomp notifications";
  const bool is_enough = landlock_abi > 0 && has_notification;
  return text + (is_enough ? "" : "; confined servers do not start here without \"bestEffort\": true");
}

}  // namespace workbench::app
