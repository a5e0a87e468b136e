#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace launcher {

/// The process that makes a notified call: its memory, its descriptors and its files. What is read of it may be of
/// another process if it has ended since; is_waiting() tells.
class CallingProcess {
 public:
  CallingProcess(int listener, std::uint64_t id, pid_t thread) : listener_(listener), id_(id), thread_(thread) {}
  ~CallingProcess();
  CallingProcess(const CallingProcess&) = delete;
  CallingProcess& operator=(const CallingProcess&) = delete;

  [[nodiscard]] pid_t thread() const { return thread_; }

  /// Whether the call still waits for its answer, so that the process is the one that makes it.
  [[nodiscard]] bool is_waiting() const;

  /// Copies from its memory. False: it has none there.
  bool read(std::uint64_t address, void* to, std::size_t size) const;

  /// Copies a text with its null. 0, or the error that the call should return: EFAULT, or ENAMETOOLONG.
  int read_text(std::uint64_t address, char* to, std::size_t size) const;

  bool write(std::uint64_t address, const void* from, std::size_t size) const;

  /// A duplicate of its descriptor, or minus the error.
  [[nodiscard]] int duplicate(int descriptor);

  /// Its working directory, or minus the error.
  [[nodiscard]] int open_working_directory() const;

 private:
  bool open_process();

  const int listener_;
  const std::uint64_t id_;
  const pid_t thread_;
  int process_ = -1;  // a pidfd
};

/// The number behind `name` in /proc/PID/status (`Tgid:`, `PPid:`), or -1.
[[nodiscard]] long read_status(pid_t process, const char* name, int base = 10);

/// Whether `process` is one that this launcher has started, or that those have: not the launcher itself.
[[nodiscard]] bool is_descendant(pid_t process);

/// While it lives, the launcher opens and changes files as the caller's user: a server of root may have given up its
/// rights.
class BorrowedIdentity {
 public:
  explicit BorrowedIdentity(pid_t thread);
  ~BorrowedIdentity();
  BorrowedIdentity(const BorrowedIdentity&) = delete;
  BorrowedIdentity& operator=(const BorrowedIdentity&) = delete;

 private:
  bool is_borrowed_ = false;
};

}  // namespace launcher
