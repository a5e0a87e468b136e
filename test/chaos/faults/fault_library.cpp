// A library for LD_PRELOAD that stands between a program and the C library: reads and writes are short, system calls
// are interrupted, the wall clock jumps, and large allocations fail, as the FaultControl says.
//
// It needs no privileges and no ptrace, so it works in every container. Only what POSIX permits is done: descriptors
// whose transfers are never short (eventfd, timerfd, inotify, datagrams) and atomic writes to pipes are left alone.

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <ctime>

#include "fault_control.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);                     // NOLINT: the name is glibc's
void* __libc_calloc(std::size_t count, std::size_t size);  // NOLINT
void* __libc_realloc(void* old, std::size_t size);         // NOLINT
}

namespace {

chaos::FaultControl none;
chaos::FaultControl* control = &none;

/// Runs before the program. Without the variable, or without the file, there are no faults.
[[gnu::constructor]] void map_control() {
  const char* const path = std::getenv(chaos::kControlVariable);
  if (path == nullptr) return;
  const int fd = ::open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void* const mapped = ::mmap(nullptr, sizeof(chaos::FaultControl), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (mapped != MAP_FAILED) control = static_cast<chaos::FaultControl*>(mapped);
}

/// The C library's own function of this name.
template <typename Function>
Function* original(Function* /*interposed*/, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
#define ORIGINAL(name)                                      \
  static const auto next_##name = original(&::name, #name); \
  const auto original_##name = next_##name

/// Whether this call has to fail with EINTR, which is set.
bool is_interrupted() {
  const std::uint32_t every = control->interrupt_every;
  if (every == 0) return false;
  // Scattered, so that no loop of the program is in step with it.
  const std::uint64_t scattered = (++control->calls * 0x9E3779B97F4A7C15U) >> 33U;
  if (scattered % every != 0) return false;
  ++control->interrupted;
  errno = EINTR;
  return true;
}

bool is_stream(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return false;
  if (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode)) return true;
  int type = 0;
  socklen_t size = sizeof type;
  return S_ISSOCK(status.st_mode) && ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

/// A write of at most PIPE_BUF bytes to a pipe is atomic (pipe(7)).
bool is_atomic_write(int fd, std::size_t size) {
  struct stat status {};
  return size <= PIPE_BUF && ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

/// How many of so many bytes are transferred.
std::size_t shortened(int fd, std::size_t size) {
  const std::size_t limit = control->max_transfer;
  if (limit == 0 || size <= limit || !is_stream(fd)) return size;
  ++control->shortened;
  return limit;
}

std::size_t shortened_write(int fd, std::size_t size) {
  return control->max_transfer == 0 || is_atomic_write(fd, size) ? size : shortened(fd, size);
}

std::size_t size_of(const iovec* parts, std::size_t count) {
  std::size_t size = 0;
  for (std::size_t index = 0; index != count; ++index) size += parts[index].iov_len;
  return size;
}

/// The first bytes of a list of buffers.
class FirstBytes {
 public:
  FirstBytes(const iovec* parts, std::size_t count, std::size_t size) {
    for (std::size_t index = 0; index != count && size != 0 && count_ != parts_.size(); ++index) {
      const std::size_t taken = std::min(size, parts[index].iov_len);
      parts_[count_++] = {parts[index].iov_base, taken};
      size -= taken;
    }
  }
  iovec* parts() { return parts_.data(); }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::array<iovec, 64> parts_;
  std::size_t count_ = 0;
};

bool allocation_fails(std::size_t size) {
  const std::uint64_t from = control->fail_from;
  if (from == 0 || size < from) return false;
  ++control->failed_allocations;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

// --- transfers -------------------------------------------------------------------------------------------------------

ssize_t read(int fd, void* buffer, std::size_t size) {
  ORIGINAL(read);
  return is_interrupted() ? -1 : original_read(fd, buffer, shortened(fd, size));
}

ssize_t write(int fd, const void* buffer, std::size_t size) {
  ORIGINAL(write);
  return is_interrupted() ? -1 : original_write(fd, buffer, shortened_write(fd, size));
}

ssize_t writev(int fd, const iovec* parts, int count) {
  ORIGINAL(writev);
  if (is_interrupted()) return -1;
  const std::size_t size = size_of(parts, static_cast<std::size_t>(count));
  const std::size_t left = shortened_write(fd, size);
  if (left == size) return original_writev(fd, parts, count);
  FirstBytes first(parts, static_cast<std::size_t>(count), left);
  return original_writev(fd, first.parts(), static_cast<int>(first.count()));
}

ssize_t recv(int fd, void* buffer, std::size_t size, int flags) {
  ORIGINAL(recv);
  return is_interrupted() ? -1 : original_recv(fd, buffer, shortened(fd, size), flags);
}

ssize_t send(int fd, const void* buffer, std::size_t size, int flags) {
  ORIGINAL(send);
  return is_interrupted() ? -1 : original_send(fd, buffer, shortened(fd, size), flags);
}

ssize_t sendmsg(int fd, const msghdr* message, int flags) {
  ORIGINAL(sendmsg);
  if (is_interrupted()) return -1;
  const std::size_t size = size_of(message->msg_iov, message->msg_iovlen);
  const std::size_t left = shortened(fd, size);
  if (left == size || message->msg_controllen != 0) return original_sendmsg(fd, message, flags);
  FirstBytes first(message->msg_iov, message->msg_iovlen, left);
  msghdr part = *message;
  part.msg_iov = first.parts();
  part.msg_iovlen = first.count();
  return original_sendmsg(fd, &part, flags);
}

// --- waiting ---------------------------------------------------------------------------------------------------------

int accept4(int fd, sockaddr* address, socklen_t* size, int flags) {
  ORIGINAL(accept4);
  return is_interrupted() ? -1 : original_accept4(fd, address, size, flags);
}

int poll(pollfd* descriptors, nfds_t count, int timeout) {
  ORIGINAL(poll);
  return is_interrupted() ? -1 : original_poll(descriptors, count, timeout);
}

int epoll_wait(int fd, epoll_event* events, int count, int timeout) {
  ORIGINAL(epoll_wait);
  return is_interrupted() ? -1 : original_epoll_wait(fd, events, count, timeout);
}

int flock(int fd, int operation) noexcept {
  ORIGINAL(flock);
  return is_interrupted() ? -1 : original_flock(fd, operation);
}

pid_t waitpid(pid_t pid, int* status, int options) {
  ORIGINAL(waitpid);
  return is_interrupted() ? -1 : original_waitpid(pid, status, options);
}

/// The event loop waits in this way.
long syscall(long number, ...) noexcept {
  ORIGINAL(syscall);
  std::array<long, 6> arguments{};
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (number == SYS_epoll_pwait && is_interrupted()) return -1;
  return original_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

// --- the wall clock --------------------------------------------------------------------------------------------------

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  ORIGINAL(clock_gettime);
  const int result = original_clock_gettime(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += control->clock_shift;
  return result;
}

int gettimeofday(timeval* time, void* zone) noexcept {
  ORIGINAL(gettimeofday);
  const int result = original_gettimeofday(time, zone);
  if (result == 0) time->tv_sec += control->clock_shift;
  return result;
}

time_t time(time_t* result) noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}

// --- memory ----------------------------------------------------------------------------------------------------------

void* malloc(std::size_t size) noexcept {
  return allocation_fails(size) ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return allocation_fails(count * size) ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  return allocation_fails(size) ? nullptr : __libc_realloc(old, size);
}

}  // extern "C"
