#include "denied_calls.hpp"

#include <sys/syscall.h>

#include <cerrno>

namespace launcher {
namespace {

/// Calls that the headers of a distribution may lack. From 424 on, numbers are the same on every architecture.
enum : int {
  kOpenTree = 428,
  kMoveMount = 429,
  kFsopen = 430,
  kFsconfig = 431,
  kFsmount = 432,
  kFspick = 433,
  kClone3 = 435,
  kPidfdGetfd = 438,
  kProcessMadvise = 440,
  kMountSetattr = 442,
  kQuotactlFd = 443,
  kProcessMrelease = 448,
  kSetxattrat = 463,
  kRemovexattrat = 466,
  kOpenTreeAttr = 467,
  kFileSetattr = 469,
};

}  // namespace

#define DENIED(call, error) \
  { SYS_##call, #call, error, true }

// clone3() takes its flags from memory, where a filter cannot see them; the C library falls back to clone(). io_uring
// makes calls that no filter sees.
const DeniedCall kDeniedCalls[] = {
    // Other processes.
    DENIED(ptrace, EPERM),
    DENIED(process_vm_readv, EPERM),
    DENIED(process_vm_writev, EPERM),
    DENIED(kcmp, EPERM),
    {kPidfdGetfd, "pidfd_getfd", EPERM, true},
    {kProcessMadvise, "process_madvise", EPERM, true},
    {kProcessMrelease, "process_mrelease", EPERM, true},
    DENIED(shmget, EPERM),
    DENIED(shmat, EPERM),
    DENIED(shmctl, EPERM),
    DENIED(msgget, EPERM),
    DENIED(msgsnd, EPERM),
    DENIED(msgrcv, EPERM),
    DENIED(msgctl, EPERM),
    DENIED(semget, EPERM),
    DENIED(semop, EPERM),
    DENIED(semtimedop, EPERM),
    DENIED(semctl, EPERM),
    DENIED(mq_open, EPERM),
    DENIED(mq_unlink, EPERM),
    // What makes calls, or runs in the kernel, without this filter.
    {SYS_io_uring_setup, "io_uring_setup", ENOSYS, false},
    {SYS_io_uring_enter, "io_uring_enter", ENOSYS, false},
    {SYS_io_uring_register, "io_uring_register", ENOSYS, false},
    DENIED(bpf, EPERM),
    DENIED(perf_event_open, EACCES),
    DENIED(userfaultfd, EPERM),
    // Keyrings, which the processes of a user share.
    DENIED(keyctl, EPERM),
    DENIED(add_key, EPERM),
    DENIED(request_key, EPERM),
    // Namespaces, mounts and the root.
    {kClone3, "clone3", ENOSYS, false},
    DENIED(setns, EPERM),
    DENIED(mount, EPERM),
    DENIED(umount2, EPERM),
    DENIED(pivot_root, EPERM),
    DENIED(chroot, EPERM),
    {kOpenTree, "open_tree", EPERM, true},
    {kMoveMount, "move_mount", EPERM, true},
    {kFsopen, "fsopen", EPERM, true},
    {kFsconfig, "fsconfig", EPERM, true},
    {kFsmount, "fsmount", EPERM, true},
    {kFspick, "fspick", EPERM, true},
    {kMountSetattr, "mount_setattr", EPERM, true},
    {kOpenTreeAttr, "open_tree_attr", EPERM, true},
    // Files by what no rule of Landlock sees.
    DENIED(open_by_handle_at, EPERM),
    {kFileSetattr, "file_setattr", EPERM, true},
    {kSetxattrat, "setxattrat", ENOSYS, false},
    {kRemovexattrat, "removexattrat", ENOSYS, false},
    DENIED(quotactl, EPERM),
    {kQuotactlFd, "quotactl_fd", EPERM, true},
    // The machine.
    DENIED(acct, EPERM),
    DENIED(swapon, EPERM),
    DENIED(swapoff, EPERM),
    DENIED(reboot, EPERM),
    DENIED(kexec_load, EPERM),
    DENIED(init_module, EPERM),
    DENIED(finit_module, EPERM),
    DENIED(delete_module, EPERM),
    DENIED(settimeofday, EPERM),
    DENIED(clock_settime, EPERM),
    DENIED(sethostname, EPERM),
    DENIED(setdomainname, EPERM),
    DENIED(syslog, EPERM),
    DENIED(vhangup, EPERM),
#ifdef SYS_kexec_file_load
    DENIED(kexec_file_load, EPERM),
#endif
#ifdef SYS_iopl
    DENIED(iopl, EPERM),
    DENIED(ioperm, EPERM),
#endif
};

#undef DENIED

const std::size_t kDeniedCallCount = sizeof kDeniedCalls / sizeof *kDeniedCalls;

const DeniedCall* find_denied_call(int number) {
  for (const DeniedCall& call : kDeniedCalls) {
    if (call.number == number) return &call;
  }
  return nullptr;
}

}  // namespace launcher
