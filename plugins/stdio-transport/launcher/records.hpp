#pragma once

#include <cstddef>

namespace launcher {

/// What the launcher has to tell the workbench, one line each, on the stderr that it shares with the server:
/// `\x1e launcher TOKEN what` (without the blank), with a token that the server does not know. It never waits for a
/// workbench that does not read.
class Records {
 public:
  explicit Records(const char* token) : token_(token) {}

  void started(int pid);
  void failed(const char* step, int error);
  void ended_with_code(int code);
  void ended_by_signal(int signal);

  bool is_waiting() const { return size_ > 0; }
  /// Writes what waits. Call it when stderr takes at least PIPE_BUF bytes.
  void write();
  /// Writes what waits if stderr takes it within `milliseconds`.
  void write_within(int milliseconds);

 private:
  void add(const char* format, ...) __attribute__((format(printf, 2, 3)));

  const char* token_;
  std::size_t size_ = 0;
  char text_[1024] = {};
};

}  // namespace launcher
