#include "first_line.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <utility>

namespace workbench::local {
namespace {

/// A program of the same machine sends it at once.
constexpr std::chrono::seconds kTimeLimit{10};

}  // namespace

FirstLine::FirstLine(Host& host, FileDescriptor socket, Done done)
    : host_(host), socket_(std::move(socket)), done_(std::move(done)) {
  reading_ = host_.loop().watch(socket_.get(), Readiness::readable, [this] { read(); });
  limit_ = host_.loop().after(kTimeLimit, [this] {
    finish(Error{ErrorKind::timed_out, "it has not sent its first line within 10 s"});
  });
}

void FirstLine::read() {
  std::array<char, kMaxBytes> bytes;
  const ssize_t seen = ::recv(socket_.get(), bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
  if (seen < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (seen <= 0) return finish(Error{ErrorKind::cancelled, "it closed the connection before its first line"});
  const std::string_view text(bytes.data(), static_cast<std::size_t>(seen));
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) {
    if (text.size() == kMaxBytes) finish(Error{ErrorKind::protocol, "its first line is too long"});
    return;
  }
  std::string line(newline + 1, '\0');
  if (::recv(socket_.get(), line.data(), line.size(), MSG_DONTWAIT) != static_cast<ssize_t>(line.size())) {
    return finish(Error{ErrorKind::unavailable, "its first line could not be read"});
  }
  line.pop_back();
  finish(std::move(line));
}

void FirstLine::finish(Result<std::string> line) {
  reading_.reset();
  limit_.reset();
  if (!line) socket_.close();
  Done done = std::move(done_);
  done(std::move(line), std::move(socket_));  // the last line: it may destroy this
}

}  // namespace workbench::local
