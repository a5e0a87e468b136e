#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "event_loop/loop.hpp"

namespace workbench {

/// A loop that runs for a test: until the test stops it, or until it has taken far too long.
class RunningLoop : public testing::Test {
 protected:
  void run() {
    const auto deadline = loop.after(std::chrono::seconds(20), [this] {
      ADD_FAILURE() << "what the test waits for did not happen";
      loop.stop();
    });
    loop.run();
  }

  /// Runs what has been posted so far, and waits for descriptors in between without sleeping.
  void run_a_few_rounds() {
    run_rounds(5);
    run();
  }

  event_loop::Loop loop;

 private:
  void run_rounds(int left) {
    if (left == 0) return loop.stop();
    loop.post([this, left] { run_rounds(left - 1); });
  }
};

/// One end of a pipe or a socket pair.
class End {
 public:
  End() = default;
  explicit End(int fd) : fd_(fd) {}
  End(End&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  End& operator=(End&& other) noexcept {
    close();
    fd_ = std::exchange(other.fd_, -1);
    return *this;
  }
  ~End() { close(); }

  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  [[nodiscard]] int fd() const { return fd_; }
  void write(std::string_view text) const {
    if (::write(fd_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) throw std::runtime_error("write");
  }
  /// Up to `most` bytes; empty at the end of the stream, and when there is nothing to read.
  [[nodiscard]] std::string read(std::size_t most = 4096) const {
    std::string text(most, '\0');
    const ssize_t got = ::read(fd_, text.data(), most);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe");
    out = End(ends[0]);
    in = End(ends[1]);
  }
  End out;  // read from here
  End in;   // what is written here
};

struct SocketPair {
  SocketPair() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) throw std::runtime_error("socketpair");
    ours = End(ends[0]);
    theirs = End(ends[1]);
  }
  End ours;
  End theirs;
};

}  // namespace workbench
