#pragma once

#include <sys/types.h>

namespace launcher {

class Records;

/// The end of a server, as its supervisor knows it.
struct ServerEnd {
  pid_t server;
  bool has_ended;   ///< it has been reaped
  bool was_killed;  ///< it did not end by itself, or has not ended
  bool is_overdue;  ///< it got SIGTERM, and its grace is over
  int grace_ms;     ///< for a container whose client was killed by another process
  int signals;      ///< a signalfd for SIGCHLD and SIGQUIT, among others
  Records& records;
  void (*reaped)(pid_t pid, int status);
};

/// How a server is run, and what its end is. (A static program without the C++ library has no pure virtual functions.)
class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Asks the processes of the server to end. `server` is 0 if that itself has ended.
  virtual void terminate(pid_t /*server*/) {}
  /// Whether the end of `server` itself is the end of the run, whatever descendants are left.
  virtual bool ends_with_server() const { return false; }
  /// Ends whatever is left. Bounded in time.
  virtual void finish(const ServerEnd& /*end*/) {}

 protected:
  ~Runner() = default;
};

/// As our child: all its processes are our descendants.
class DirectRunner final : public Runner {
 public:
  void terminate(pid_t server) override;
  void finish(const ServerEnd& end) override;
};

}  // namespace launcher
