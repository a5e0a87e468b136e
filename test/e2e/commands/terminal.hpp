#pragma once

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <poll.h>
#include <pty.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "process.hpp"

/// A command on a terminal of its own, on which a person types. No wait is endless.
class Terminal {
 public:
  /// Whether the command may open the device of its terminal, which belongs to another user after `su`. Everybody may
  /// open /dev/tty.
  enum class Device { may_be_opened, is_foreign };

  explicit Terminal(const std::vector<std::string>& command, Device device = Device::may_be_opened) {
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ != 0) return;
    if (device == Device::is_foreign) forbid_device();
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    ::close(terminal_);
    if (pid_ > 0) static_cast<void>(wait_for_exit());  // SIGHUP ends it
  }

  void type(const std::string& text) const {
    ASSERT_EQ(::write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// Reads until the screen has `text`; false: it ends before, or it took too long.
  bool wait_for(const std::string& text) {
    const auto deadline = Clock::now() + test_support::kPatience;
    char byte = 0;
    while (screen_.find(text) == std::string::npos) {
      if (!becomes_readable(terminal_, deadline) || ::read(terminal_, &byte, 1) != 1) return false;
      screen_ += byte;
    }
    return true;
  }
  /// The same for what comes after the text that the last call of this function has found.
  bool wait_for_next(const std::string& text) {
    const auto deadline = Clock::now() + test_support::kPatience;
    char byte = 0;
    while (screen_.find(text, found_) == std::string::npos) {
      if (!becomes_readable(terminal_, deadline) || ::read(terminal_, &byte, 1) != 1) return false;
      screen_ += byte;
    }
    found_ = screen_.find(text, found_) + text.size();
    return true;
  }
  /// -1: it was ended by a signal, which is SIGKILL if it took too long.
  int exit_code() {
    wait_for("\a");  // up to the end
    return wait_for_exit();
  }
  [[nodiscard]] bool shows_what_is_typed() const {
    termios settings{};
    return ::tcgetattr(terminal_, &settings) == 0 && (settings.c_lflag & ECHO) != 0;
  }
  [[nodiscard]] const std::string& screen() const { return screen_; }

 private:
  using Clock = std::chrono::steady_clock;

  static bool becomes_readable(int descriptor, Clock::time_point deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{descriptor, POLLIN, 0};
    return ::poll(&waiting, 1, static_cast<int>(std::max<decltype(left)>(left, 0))) == 1;
  }
  int wait_for_exit() {
    const int process = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
    if (!becomes_readable(process, Clock::now() + std::chrono::seconds(10))) ::kill(pid_, SIGKILL);
    ::close(process);
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// Root, too, needs a right for it then, once it has lost its capabilities to do without.
  static void forbid_device() {
    ::fchmod(STDIN_FILENO, 0);
    constexpr std::array<unsigned long, 2> kRightsOfRoot{CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH};
    for (const unsigned long capability : kRightsOfRoot) {
      ::prctl(PR_CAPBSET_DROP, capability, 0UL, 0UL, 0UL);  // with effect from the next execve()
    }
  }

  pid_t pid_ = -1;
  int terminal_ = -1;
  std::string screen_;
  std::size_t found_ = 0;  // the end of what wait_for_next() has found
};
