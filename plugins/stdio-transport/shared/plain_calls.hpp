#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

namespace workbench::stdio {

/// read() and write() for the path of every message. The C library's own are points where pthread_cancel() may end a
/// thread, and in a process with more than one thread they pay for it with two atomic operations each. Nobody cancels
/// threads here. Results and errno are the same.
[[nodiscard]] inline ssize_t plain_read(int fd, void* to, std::size_t size) {
  return ::syscall(SYS_read, fd, to, size);
}

[[nodiscard]] inline ssize_t plain_write(int fd, const void* from, std::size_t size) {
  return ::syscall(SYS_write, fd, from, size);
}

}  // namespace workbench::stdio
