#include "engine.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "descendants.hpp"
#include "records.hpp"

namespace launcher {
namespace {

constexpr int kNone = -1;

/// The command that runs, for the callback of reap().
pid_t asked_pid = kNone;
int asked_status = 0;
bool has_answered = false;
void (*reaped_others)(pid_t pid, int status) = nullptr;

void on_reaped_child(pid_t pid, int status) {
  if (pid != asked_pid) return reaped_others(pid, status);
  asked_status = status;
  has_answered = true;
}

long long monotonic_ms() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1'000'000;
}

/// The launcher has closed its own standard streams, so that their numbers are free.
int above_standard(int file) {
  return fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

[[noreturn]] void become_command(char** command, int output) {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null = above_standard(open("/dev/null", O_RDWR | O_CLOEXEC));
  output = output >= 0 ? above_standard(output) : null;
  dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  execvp(command[0], command);
  _exit(127);
}

/// Adds the available output, and returns false at its end.
bool read_output(int output, Engine::Output& text) {
  char rest[512];
  const std::size_t room = sizeof text.text - 1 - text.size;
  const ssize_t got = room > 0 ? read(output, text.text + text.size, room) : read(output, rest, sizeof rest);
  if (got <= 0) return false;
  if (room > 0) text.size += static_cast<std::size_t>(got);
  text.text[text.size] = '\0';
  return true;
}

}  // namespace

int Engine::run(const char* const* words, int limit_ms, const ServerEnd& end, Output* output) {
  constexpr int kMaxOwnWords = 24;
  char* command[kMaxWords + kMaxOwnWords + 1] = {};
  int size = 0;
  for (; size < count_; ++size) command[size] = words_[size];
  for (int i = 0; words[i] != nullptr && i < kMaxOwnWords; ++i) command[size++] = const_cast<char*>(words[i]);

  int ends[2] = {-1, -1};
  if (output != nullptr && pipe2(ends, O_CLOEXEC) != 0) return -1;
  has_answered = false;
  reaped_others = end.reaped;
  asked_pid = fork();
  if (asked_pid == 0) become_command(command, ends[1]);
  if (ends[1] >= 0) close(ends[1]);
  if (asked_pid > 0) wait(monotonic_ms() + limit_ms, ends[0], end, output);
  if (asked_pid > 0 && !has_answered) kill(-asked_pid, SIGKILL);
  if (ends[0] >= 0) close(ends[0]);
  asked_pid = kNone;
  return has_answered && WIFEXITED(asked_status) ? WEXITSTATUS(asked_status) : -1;
}

void Engine::pause(int milliseconds, const ServerEnd& end) {
  has_answered = false;
  reaped_others = end.reaped;
  wait(monotonic_ms() + milliseconds, -1, end, nullptr);
}

/// Until the command has answered and its output has ended, or until the time is over.
void Engine::wait(long long until_ms, int output, const ServerEnd& end, Output* text) {
  for (;;) {
    reap(on_reaped_child);
    if (has_answered && output < 0) return;
    const long long left = until_ms - monotonic_ms();
    if (left <= 0) return;
    pollfd polled[] = {{end.signals, POLLIN, 0}, {output, POLLIN, 0}, end.records.polled()};
    if (poll(polled, 3, static_cast<int>(left)) <= 0) continue;
    if (polled[0].revents != 0) read_signals(end.signals);
    if (polled[1].revents != 0 && !read_output(output, *text)) output = -1;
    if (polled[2].revents != 0) end.records.write();
  }
}

void Engine::read_signals(int signals) {
  signalfd_siginfo signal{};
  while (read(signals, &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo == SIGQUIT) is_hurried_ = true;
  }
}

}  // namespace launcher
