#include "capabilities.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace launcher {
namespace {

constexpr std::uint64_t bit(int capability) {
  return std::uint64_t{1} << capability;
}

constexpr std::uint64_t kOfServer =
    bit(CAP_CHOWN) | bit(CAP_DAC_OVERRIDE) | bit(CAP_FOWNER) | bit(CAP_FSETID) | bit(CAP_SETUID) | bit(CAP_SETGID);
/// SETPCAP is for the server: to drop from its bounding set.
constexpr std::uint64_t kOfLauncher = kOfServer | bit(CAP_KILL) | bit(CAP_SYS_PTRACE) | bit(CAP_SETPCAP);

/// The system calls themselves: there is no function of the C library.
bool limit(std::uint64_t kept, bool keeps_inheritable) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  if (syscall(SYS_capget, &header, data) != 0) return false;
  for (int i = 0; i < 2; ++i) {
    const auto half = static_cast<std::uint32_t>(kept >> (32 * i));
    data[i].permitted &= half;
    data[i].effective &= half;
    if (!keeps_inheritable) data[i].inheritable = 0;
  }
  return syscall(SYS_capset, &header, data) == 0;
}

/// A process without CAP_SETPCAP cannot, and need not: it gets nothing from the bounding set, as it cannot get new
/// privileges.
bool limit_bounding_set(std::uint64_t kept) {
  for (int capability = 0; capability < 64; ++capability) {
    if ((kept & bit(capability)) != 0 || prctl(PR_CAPBSET_READ, capability) != 1) continue;
    if (prctl(PR_CAPBSET_DROP, capability) != 0 && errno != EPERM) return false;
  }
  return true;
}

}  // namespace

bool drop_capabilities_of_server() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return limit_bounding_set(kOfServer) && limit(kOfServer, false);
}

bool drop_capabilities_of_launcher() {
  return limit(kOfLauncher, true);
}

}  // namespace launcher
