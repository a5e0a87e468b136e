#pragma once

#include <cstddef>

namespace launcher {

/// The launcher's reports to the workbench, one line each, on the stderr that it shares with the server:
/// `\x1elauncher TOKEN REPORT`. The server is not told the token, but can read it from that pipe: no right may follow
/// from a record. Never blocks for long, whether the workbench reads or not.
class Records {
 public:
  explicit Records(const char* token) : token_(token) {}

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
  /// Writes the pending records. Call it when stderr is writable, which means at least PIPE_BUF bytes.
  void write();
  /// Writes the pending records if stderr becomes writable within `milliseconds`.
  void write_within(int milliseconds);

 private:
  bool add(const char* format, ...) __attribute__((format(printf, 2, 3)));

  const char* token_;
  std::size_t size_ = 0;
  char text_[4096] = {};
};

}  // namespace launcher
