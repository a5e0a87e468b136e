#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace workbench::stdio {

/// A file descriptor that is closed with its owner.
class Descriptor final {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  /// Another descriptor of the same open file, above the standard ones and closed on exec.
  [[nodiscard]] static Descriptor copy_of(int fd) { return Descriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 3)); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

}  // namespace workbench::stdio
