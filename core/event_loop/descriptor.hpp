#pragma once

#include <utility>

namespace workbench::event_loop {

/// A descriptor of the loop's own, closed when it goes.
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

/// Something to wake a sleeping loop with: an eventfd. Throws std::system_error if there is none to be had.
[[nodiscard]] int new_event_descriptor();

/// Makes an event descriptor readable. Safe in a signal handler. [any thread]
void raise_event(int fd) noexcept;

/// Makes it unreadable again.
void clear_event(int fd) noexcept;

}  // namespace workbench::event_loop
