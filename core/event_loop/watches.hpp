#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <workbench/event_loop.hpp>

#include "event_loop/descriptor.hpp"

namespace workbench::event_loop {

/// The descriptors that somebody watches: one epoll set, level-triggered, so that waiting again costs no system call.
/// Descriptors that epoll does not take (regular files) are always ready. [loop thread]
class Watches {
 public:
  /// Throws std::system_error if the operating system has no epoll set to give.
  Watches();

  /// Throws std::system_error if the operating system refuses to watch `fd`, std::logic_error if there is a watch for
  /// this direction of it already.
  [[nodiscard]] EventLoop::Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready);

  enum class Wait : bool { no, yes };

  /// Looks which descriptors are ready; with Wait::yes it sleeps until one is, or a signal came.
  void wait(Wait wait);

  /// Calls the next one whose descriptor the last wait() found ready. False: there was none left.
  bool call_next();

  /// Ends all watches without calling anybody.
  void clear();

 private:
  class Subscription;

  /// Which watch is meant: descriptor numbers are used again, and so are the directions of a descriptor.
  using Serial = std::uint32_t;

  struct Side {
    MoveOnlyFunction<void()> ready;
    Serial serial = 0;  // 0: nobody watches
  };
  struct Watched {
    Serial serial = 0;             // 0: nobody watches it
    std::uint32_t events = 0;      // what epoll waits for
    bool is_always_ready = false;  // epoll does not take it
    std::array<Side, 2> sides;
  };
  struct Ready {
    int fd;
    Serial serial;  // of the Watched
    Readiness readiness;
  };

  static Side& side(Watched& watched, Readiness readiness);
  Watched& find_or_enter(int fd);
  [[nodiscard]] Watched& at(int fd) { return watched_[static_cast<std::size_t>(fd)]; }
  void update(int fd);
  void stop(int fd, Readiness readiness, Serial serial);
  Serial next_serial();

  Descriptor epoll_;
  std::vector<Watched> watched_;  // by descriptor, which are small numbers
  std::size_t always_ready_ = 0;  // how many of them
  std::vector<Ready> ready_;      // what the last wait() found, up to next_ called already
  std::size_t next_ = 0;
  Serial last_serial_ = 0;
};

}  // namespace workbench::event_loop
