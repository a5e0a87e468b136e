#pragma once

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/file_descriptor.hpp>

namespace test_support {

/// A process that runs a function of the test: as another user, with other limits, in another environment. It must use
/// no threads of the test. The destructor ends what wait() waits for, and waits for the exit of the process.
class ForkedChild {
 public:
  /// The end of the child.
  class Parent {
   public:
    explicit Parent(workbench::FileDescriptor fd) : fd_(std::move(fd)) {}
    /// Sends one text, not empty, to the test.
    void report(std::string_view text) const { ::send(fd_.get(), text.data(), text.size(), MSG_NOSIGNAL); }
    /// Returns when the test releases the child, or has ended.
    void wait() const {
      char ignored = 0;
      while (::recv(fd_.get(), &ignored, 1, 0) > 0) continue;
    }

   private:
    workbench::FileDescriptor fd_;
  };

  template <typename Body>
  explicit ForkedChild(Body body) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
      throw std::runtime_error("no socket");
    fd_ = workbench::FileDescriptor(ends[0]);
    workbench::FileDescriptor other(ends[1]);
    pid_ = ::fork();
    if (pid_ != 0) return;
    fd_.close();
    body(Parent(std::move(other)));
    ::_exit(0);
  }
  ForkedChild(ForkedChild&& other) noexcept : fd_(std::move(other.fd_)), pid_(std::exchange(other.pid_, -1)) {}
  ForkedChild& operator=(ForkedChild&&) = delete;
  ~ForkedChild() {
    // Children that were forked later have copies of this end, so that closing it would not be noticed.
    if (fd_) ::shutdown(fd_.get(), SHUT_RDWR);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
  }

  /// The next text that the child reports; empty: it has ended.
  [[nodiscard]] std::string report() const {
    std::array<char, 4096> buffer{};
    const ssize_t size = ::recv(fd_.get(), buffer.data(), buffer.size(), 0);
    return {buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }

 private:
  workbench::FileDescriptor fd_;
  pid_t pid_ = -1;
};

/// A user that has no rights, `nobody`.
inline constexpr uid_t kOtherUser = 65534;

}  // namespace test_support
