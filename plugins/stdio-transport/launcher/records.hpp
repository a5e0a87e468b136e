#pragma once

#include <poll.h>

#include <cstddef>

namespace launcher {

/// The launcher's reports to the workbench, one line each, on a pipe that no other process writes to or reads: whatever
/// the launcher starts does not have it. The pipe does not block, whether the workbench reads or not.
class Records {
 public:
  /// The end of the pipe for the launcher, which is started with it.
  static constexpr int kDescriptor = 3;

  /// Keeps the pipe from all that the launcher starts. False: there is none.
  [[nodiscard]] static bool keep_pipe();

  void started(int pid);
  void failed(const char* step, int error);
  void ended_with_code(int code);
  void ended_by_signal(int signal);
  void too_many_processes(int count);
  /// The container could not be removed; or, unless it `is_there`, the engine did not answer.
  void container_left(bool is_there);
  /// The sandbox cannot be made; the server is not started.
  void sandbox_failed(const char* what, int error);
  /// The server runs, and this is not enforced.
  void unconfined(const char* what);
  /// False: there is no room before the pending records are written. They leave some for those above.
  bool denied(const char* text);

  bool has_pending() const { return size_ > 0; }
  /// What to wait for, to call write(): nothing if no record is pending.
  [[nodiscard]] pollfd polled() const { return {has_pending() ? kDescriptor : -1, POLLOUT, 0}; }
  /// Writes the pending records if the pipe has room for all of them.
  void write();
  /// The same if it gets room within `milliseconds`.
  void write_within(int milliseconds);

 private:
  bool add(const char* format, ...) __attribute__((format(printf, 2, 3)));

  std::size_t size_ = 0;
  char text_[4096] = {};
};

}  // namespace launcher
