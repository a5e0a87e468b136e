#include "process/standard_output.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>
#include <system_error>

namespace workbench::app {
namespace {

/// The remedy, for a person.
std::string remedy_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "; make room, or write it to another place";
    default: return {};
  }
}

}  // namespace

StandardOutput::StandardOutput() : former_(std::cout.rdbuf()), is_terminal_(::isatty(STDOUT_FILENO) != 0) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  std::cout.flush();
  std::cout.rdbuf(this);
}

StandardOutput::~StandardOutput() {
  write_out();
  std::cout.rdbuf(former_);
}

ExitStatus StandardOutput::finish(ExitStatus status, Output& errors) {
  if (write_out()) return status;
  // A reader that stops reading, like `head`, has all that it wanted.
  if (error_ == EPIPE) return status == ExitStatus::ok ? ExitStatus::output_failed : status;
  errors << "mcp-workbench: the output could not be written: " << std::generic_category().message(error_)
         << remedy_for(error_) << '\n';
  return status == ExitStatus::ok ? ExitStatus::output_failed : status;
}

bool StandardOutput::write_out() {
  const char* at = pbase();
  while (error_ == 0 && at != pptr()) {
    const ssize_t count = ::write(STDOUT_FILENO, at, static_cast<std::size_t>(pptr() - at));
    if (count >= 0) {
      at += count;
    } else if (errno == EAGAIN) {
      pollfd writable{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

StandardOutput::int_type StandardOutput::overflow(int_type next) {
  if (!write_out()) return traits_type::eof();
  if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
  const char byte = traits_type::to_char_type(next);
  return xsputn(&byte, 1) == 1 ? next : traits_type::eof();
}

std::streamsize StandardOutput::xsputn(const char* text, std::streamsize size) {
  std::streamsize taken = 0;
  while (taken != size) {
    if (pptr() == epptr() && !write_out()) return taken;
    const std::streamsize count = std::min<std::streamsize>(size - taken, epptr() - pptr());
    std::memcpy(pptr(), text + taken, static_cast<std::size_t>(count));
    pbump(static_cast<int>(count));
    taken += count;
  }
  const bool ends_line = std::memchr(text, '\n', static_cast<std::size_t>(size)) != nullptr;
  return is_terminal_ && ends_line && !write_out() ? 0 : taken;
}

int StandardOutput::sync() {
  return write_out() ? 0 : -1;
}

}  // namespace workbench::app
