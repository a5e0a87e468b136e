#include "runner.hpp"

#include <signal.h>

#include "descendants.hpp"

namespace launcher {

void DirectRunner::terminate(pid_t) {
  signal_descendants(SIGTERM);
}

void DirectRunner::finish(const ServerEnd& end) {
  kill_descendants(end.reaped);
}

}  // namespace launcher
