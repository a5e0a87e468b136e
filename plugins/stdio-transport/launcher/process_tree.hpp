#pragma once

#include <sys/types.h>

namespace launcher {

/// Sends `signal` to every process below this one, as far as a look at /proc finds them. Being their subreaper, this
/// process keeps all of them below itself, detached ones too. SIGKILL goes to their process groups as well, which stops
/// even those that fork faster than we look; no group but our own has a stranger in it, because none leaves its
/// session.
void signal_descendants(int signal);

/// Kills all descendants, again and again until none is left, and reaps them. `reaped` hears of each. Gives up after
/// some seconds: there are processes that nobody can kill.
void kill_descendants(void (*reaped)(pid_t pid, int status));

/// Reaps what has ended. False: there is no child left, hence no descendant.
bool reap(void (*reaped)(pid_t pid, int status));

}  // namespace launcher
