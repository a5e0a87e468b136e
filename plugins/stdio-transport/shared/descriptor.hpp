#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>

#include <workbench/file_descriptor.hpp>

namespace workbench::stdio {

/// Another descriptor of the open file of `fd`, above `number` and closed on exec. None: with errno.
[[nodiscard]] inline FileDescriptor copy_of(int fd, int number = STDERR_FILENO) {
  return FileDescriptor(::fcntl(fd, F_DUPFD_CLOEXEC, number + 1));
}

// Like read() and write() of the C library, with the same results and errno, but as bare system calls. The library's
// functions are cancellation points, which cost two atomic operations per call in a process with several threads. Every
// message passes here, and no thread is ever cancelled.

[[nodiscard]] inline ssize_t read_from(const FileDescriptor& input, void* to, std::size_t size) {
  return ::syscall(SYS_read, input.get(), to, size);
}

[[nodiscard]] inline ssize_t write_to(const FileDescriptor& output, const void* from, std::size_t size) {
  return ::syscall(SYS_write, output.get(), from, size);
}

}  // namespace workbench::stdio
