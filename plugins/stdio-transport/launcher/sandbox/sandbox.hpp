#pragma once

#include <linux/filter.h>

#include "../records.hpp"
#include "call_answering.hpp"
#include "denials.hpp"
#include "kernel.hpp"
#include "policy.hpp"

namespace launcher {

/// What confines a server. The launcher makes it before the server starts, the server's process enters it between fork
/// and exec, and the launcher answers the calls that it notifies.
class Sandbox {
 public:
  explicit Sandbox(Records& records) : denials_(records), records_(records) {}
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  /// Makes it as `lines` say, which are changed and kept. False: this kernel cannot enforce all of it, or something is
  /// missing; it is recorded, and the server must not be started.
  bool prepare(char* lines);

  /// Confines this process, which shares descriptors and memory with the launcher. Null, or what could not be done,
  /// with errno. After it, the process may do nothing but exec: the launcher, which would answer, waits for that.
  const char* enter();

  /// Once the server's process has entered, or failed to. False: see errno.
  bool begin_to_answer();

  /// Readable when there is something to do; -1: there never is.
  [[nodiscard]] int descriptor() const { return events_; }
  void handle();
  /// In milliseconds, until handle() should be called in any case; -1: not at all.
  [[nodiscard]] int timeout() const;

  /// Moves what was refused to the records, as far as they have room.
  void report() { denials_.move_to_records(); }
  [[nodiscard]] bool has_unreported() const { return denials_.has_pending(); }

  /// Once no process of the server is left. What was made for it is removed.
  void end();

 private:
  bool check_kernel();
  bool is_enforceable(bool is_available, const char* what);
  bool fail(const char* what, int error);

  Policy policy_;
  Denials denials_;
  Records& records_;
  KernelFacts kernel_;
  bool has_temporary_ = false;
  int file_rules_ = -1;
  sock_fprog filter_{};
  int listener_ = -1;  // set by the server's process, whose descriptors are the launcher's
  int events_ = -1;    // epoll
  CallAnswering* answering_ = nullptr;
};

}  // namespace launcher
