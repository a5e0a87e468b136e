#include "event_loop/event_descriptor.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace workbench::event_loop {

FileDescriptor new_event_descriptor() {
  FileDescriptor fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!fd) throw std::system_error(errno, std::generic_category(), "cannot create an eventfd");
  return fd;
}

// Other errors of both are ignored: a counter that is full is readable already, and one that is empty is not readable.
void raise_event(int fd) noexcept {
  const int error = errno;  // a signal handler must not change it
  const std::uint64_t one = 1;
  while (::write(fd, &one, sizeof one) < 0 && errno == EINTR) {
  }
  errno = error;
}

void clear_event(int fd) noexcept {
  std::uint64_t count = 0;
  while (::read(fd, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

}  // namespace workbench::event_loop
