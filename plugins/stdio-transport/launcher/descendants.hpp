#pragma once

#include <sys/types.h>

namespace launcher {

/// Sends `signal` to every descendant of this process that one pass over /proc finds. Because this process is their
/// subreaper, all of them stay below it, detached ones too. SIGKILL also goes to their process groups, which stops even
/// processes that fork faster than a pass takes. These groups contain descendants only, because a group never spans
/// sessions and this process leads its own. Its own group is left out.
void signal_descendants(int signal);

/// How many descendants there are, as far as one pass over /proc finds them.
int count_descendants();

/// Kills all descendants, repeatedly until none is left, and reaps them. Calls `reaped` for each. Gives up after some
/// seconds, because a process that hangs in the kernel cannot be killed.
void kill_descendants(void (*reaped)(pid_t pid, int status));

/// Reaps the children that have ended. Calls `reaped` for each. False: no child is left, hence no descendant.
bool reap(void (*reaped)(pid_t pid, int status));

}  // namespace launcher
