#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>

namespace workbench::event_loop {

/// The watched descriptors: one epoll set, level-triggered, so that waiting again costs no system call. Descriptors
/// that epoll does not accept (regular files) are always ready. [loop thread]
class Watches {
 public:
  /// Throws std::system_error if the operating system refuses an epoll set.
  Watches();

  /// Throws std::system_error if the operating system refuses to watch `fd`, std::logic_error if there is a watch for
  /// this condition of it already.
  [[nodiscard]] EventLoop::Watch watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready);

  enum class Wait : bool { no, yes };

  /// Finds out which descriptors are ready. Wait::yes: sleeps until one is, or until a signal arrives.
  void wait(Wait wait);

  /// Calls the next watch whose descriptor the last wait() found ready. False: there are no more.
  bool call_next();

  /// Removes all watches without calling them.
  void clear();

 private:
  class Subscription;

  /// Identifies a watch: descriptor numbers are reused, and so are the sides of a descriptor.
  using Serial = std::uint32_t;

  /// The watch for one condition of a descriptor.
  struct Side {
    MoveOnlyFunction<void()> ready;
    Serial serial = 0;  // 0: not watched
  };
  struct Watched {
    Serial serial = 0;             // 0: not watched
    std::uint32_t events = 0;      // what epoll waits for
    bool is_always_ready = false;  // epoll does not accept it
    std::array<Side, 3> sides;     // by Readiness
  };
  struct Ready {
    int fd;
    Serial serial;  // of the Watched
    Readiness readiness;
  };

  static Side& side(Watched& watched, Readiness readiness);
  Watched& find_or_add(int fd);
  [[nodiscard]] Watched& at(int fd) { return watched_[static_cast<std::size_t>(fd)]; }
  void update(int fd);
  void stop(int fd, Readiness readiness, Serial serial);
  Serial next_serial();

  FileDescriptor epoll_;
  std::vector<Watched> watched_;  // indexed by descriptor; these are small numbers
  std::size_t always_ready_ = 0;  // how many of them are, and are watched for reading or writing
  std::vector<Ready> ready_;      // found by the last wait(); those before next_ have been called
  std::size_t next_ = 0;
  Serial last_serial_ = 0;
};

}  // namespace workbench::event_loop
