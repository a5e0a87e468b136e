#pragma once

#include <utility>

namespace workbench::event_loop {

/// Owns a descriptor and closes it when destroyed.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int fd() const noexcept { return fd_; }

 private:
  int fd_;
};

/// An eventfd, with which a sleeping loop is woken. Throws std::system_error if the operating system refuses one.
[[nodiscard]] int new_event_descriptor();

/// Makes an event descriptor readable. Safe in a signal handler. [any thread]
void raise_event(int fd) noexcept;

/// Makes it not readable again.
void clear_event(int fd) noexcept;

}  // namespace workbench::event_loop
