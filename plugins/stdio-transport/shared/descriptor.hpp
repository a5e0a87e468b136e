#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
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

  // Like read() and write() of the C library, with the same results and errno, but as bare system calls. The library's
  // functions are cancellation points, which cost two atomic operations per call in a process with several threads.
  // Every message passes here, and no thread is ever cancelled.
  [[nodiscard]] ssize_t read(void* to, std::size_t size) const { return ::syscall(SYS_read, fd_, to, size); }
  [[nodiscard]] ssize_t write(const void* from, std::size_t size) const {
    return ::syscall(SYS_write, fd_, from, size);
  }

 private:
  int fd_ = -1;
};

}  // namespace workbench::stdio
