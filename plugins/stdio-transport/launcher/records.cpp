#include "records.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace launcher {

bool Records::keep_pipe() {
  return fcntl(kDescriptor, F_SETFD, FD_CLOEXEC) == 0;
}

void Records::started(int pid) {
  add("started %d", pid);
}
void Records::failed(const char* step, int error) {
  add("failed %s %d %s", step, error, std::strerror(error));
}
void Records::ended_with_code(int code) {
  add("ended code %d", code);
}
void Records::ended_by_signal(int signal) {
  add("ended signal %d", signal);
}

void Records::too_many_processes(int count) {
  add("processes %d", count);
}

void Records::container_left(bool is_there) {
  add("container %s", is_there ? "left" : "unknown");
}

void Records::sandbox_failed(const char* what, int error) {
  add("failed sandbox %d %s", error, what);
}

void Records::unconfined(const char* what) {
  add("unconfined %s", what);
}

bool Records::denied(const char* text) {
  return size_ < sizeof text_ / 2 && add("denied %s", text);
}

bool Records::add(const char* format, ...) {
  char report[512];
  va_list values;
  va_start(values, format);
  std::vsnprintf(report, sizeof report, format, values);
  va_end(values);
  const int added = std::snprintf(text_ + size_, sizeof text_ - size_, "%s\n", report);
  const bool has_room = added > 0 && static_cast<std::size_t>(added) < sizeof text_ - size_;
  if (has_room) size_ += static_cast<std::size_t>(added);
  return has_room;
}

void Records::write() {
  // At most PIPE_BUF bytes, so either all of them are written or none.
  const bool must_wait = ::write(kDescriptor, text_, size_) < 0 && (errno == EAGAIN || errno == EINTR);
  if (!must_wait) size_ = 0;
}

void Records::write_within(int milliseconds) {
  pollfd output = polled();
  if (has_pending() && poll(&output, 1, milliseconds) == 1) write();
}

}  // namespace launcher
