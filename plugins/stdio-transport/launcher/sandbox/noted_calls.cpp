#include "noted_calls.hpp"

#include <sys/syscall.h>

// Newer than the headers of some distributions.
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

namespace launcher {

// On some architectures the C library makes the calls without a folder by those with one.
const PathCall kPathCalls[] = {
    {SYS_mkdirat, PathAction::create_folder, 0, 1, -1, -1, false},
    {SYS_mknodat, PathAction::create, 0, 1, -1, -1, false},
    {SYS_symlinkat, PathAction::create, 1, 2, -1, -1, false},
    {SYS_unlinkat, PathAction::remove, 0, 1, -1, -1, false},
    {SYS_renameat2, PathAction::rename, 0, 1, 2, 4, false},
    {SYS_linkat, PathAction::link, 0, 1, 2, 4, false},
    {SYS_truncate, PathAction::truncate, -1, 0, 1, -1, true},
    {SYS_fchmod, PathAction::change_mode, 0, -1, 1, -1, true},
    {SYS_fchmodat, PathAction::change_mode, 0, 1, 2, -1, true},
    {SYS_fchmodat2, PathAction::change_mode, 0, 1, 2, 3, true},
    {SYS_fchown, PathAction::change_owner, 0, -1, 1, -1, true},
    {SYS_fchownat, PathAction::change_owner, 0, 1, 2, 4, true},
    {SYS_setxattr, PathAction::set_attribute, -1, 0, 1, -1, true},
    {SYS_lsetxattr, PathAction::set_attribute, -1, 0, 1, -1, false},
    {SYS_fsetxattr, PathAction::set_attribute, 0, -1, 1, -1, true},
    {SYS_removexattr, PathAction::remove_attribute, -1, 0, 1, -1, true},
    {SYS_lremovexattr, PathAction::remove_attribute, -1, 0, 1, -1, false},
    {SYS_fremovexattr, PathAction::remove_attribute, 0, -1, 1, -1, true},
    {SYS_utimensat, PathAction::set_times, 0, 1, 2, 3, true},
#ifdef SYS_renameat
    {SYS_renameat, PathAction::rename, 0, 1, 2, -1, false},
#endif
#ifdef SYS_mkdir
    {SYS_mkdir, PathAction::create_folder, -1, 0, -1, -1, false},
    {SYS_mknod, PathAction::create, -1, 0, -1, -1, false},
    {SYS_symlink, PathAction::create, -1, 1, -1, -1, false},
    {SYS_rmdir, PathAction::remove, -1, 0, -1, -1, false},
    {SYS_unlink, PathAction::remove, -1, 0, -1, -1, false},
    {SYS_rename, PathAction::rename, -1, 0, 1, -1, false},
    {SYS_link, PathAction::link, -1, 0, 1, -1, false},
    {SYS_chmod, PathAction::change_mode, -1, 0, 1, -1, true},
    {SYS_chown, PathAction::change_owner, -1, 0, 1, -1, true},
    {SYS_lchown, PathAction::change_owner, -1, 0, 1, -1, false},
    {SYS_utime, PathAction::set_times_in_seconds, -1, 0, 1, -1, true},
    {SYS_utimes, PathAction::set_times_in_micros, -1, 0, 1, -1, true},
    {SYS_futimesat, PathAction::set_times_in_micros, 0, 1, 2, -1, true},
#endif
};

const std::size_t kPathCallCount = sizeof kPathCalls / sizeof *kPathCalls;

/// The calls that open are notified by their flags.
static const PathCall kOpeningCalls[] = {
    {SYS_openat, PathAction::open, 0, 1, 2, -1, true},
    {SYS_openat2, PathAction::open_by_struct, 0, 1, 2, -1, true},
#ifdef SYS_open
    {SYS_open, PathAction::open, -1, 0, 1, -1, true},
    {SYS_creat, PathAction::open, -1, 0, -1, -1, true},
#endif
};

const PathCall* find_path_call(int number) {
  for (const PathCall& call : kOpeningCalls) {
    if (call.number == number) return &call;
  }
  for (const PathCall& call : kPathCalls) {
    if (call.number == number) return &call;
  }
  return nullptr;
}

const CallOnProcess kCallsOnProcesses[] = {
    {SYS_prlimit64, "prlimit", 0, 2, -1, 0},
    {SYS_setpriority, "setpriority", 1, -1, 0, 0},
    {SYS_ioprio_set, "ioprio_set", 1, -1, 0, 1},
    {SYS_sched_setaffinity, "sched_setaffinity", 0, -1, -1, 0},
    {SYS_sched_setscheduler, "sched_setscheduler", 0, -1, -1, 0},
    {SYS_sched_setparam, "sched_setparam", 0, -1, -1, 0},
    {SYS_sched_setattr, "sched_setattr", 0, -1, -1, 0},
    {SYS_migrate_pages, "migrate_pages", 0, -1, -1, 0},
    {SYS_move_pages, "move_pages", 0, -1, -1, 0},
};

const std::size_t kCallOnProcessCount = sizeof kCallsOnProcesses / sizeof *kCallsOnProcesses;

const CallOnProcess* find_call_on_process(int number) {
  for (const CallOnProcess& call : kCallsOnProcesses) {
    if (call.number == number) return &call;
  }
  return nullptr;
}

const int kSignalCalls[] = {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
                            424 /* pidfd_send_signal */};
const std::size_t kSignalCallCount = sizeof kSignalCalls / sizeof *kSignalCalls;

bool is_signal_call(int number) {
  for (const int call : kSignalCalls) {
    if (call == number) return true;
  }
  return false;
}

}  // namespace launcher
