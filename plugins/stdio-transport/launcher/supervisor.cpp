#include "supervisor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

#include "process_tree.hpp"
#include "server.hpp"

namespace launcher {
namespace {

/// Nobody waits for an orderly end any more when the workbench is dead.
constexpr int kOrphanGrace = 200;
constexpr int kNotStarted = 126;

pid_t server = -1;
bool server_ended = false;
int server_status = 0;

void record_end(pid_t pid, int status) {
  if (pid != server) return;
  server_ended = true;
  server_status = status;
}

long long now_ms() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1'000'000;
}

int watch_signals() {
  sigset_t heard;
  sigemptyset(&heard);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD}) sigaddset(&heard, signal);
  return signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
}

class Supervisor {
 public:
  Supervisor(const Arguments& arguments, Records& records, int parent)
      : grace_(arguments.grace_ms),
        records_(records),
        signals_{watch_signals(), POLLIN, 0},
        parent_{parent, POLLIN, 0},
        start_{-1, POLLIN, 0} {}

  int run(const Arguments& arguments) {
    const Start start = start_server(arguments);
    if (start.pid < 0 || signals_.fd < 0) {
      records_.failed("fork", errno);
      return kNotStarted;
    }
    server = start.pid;
    start_.fd = start.failure_pipe;
    // The server's end of input and output must be the only one, or nobody would notice when it is closed.
    close(STDIN_FILENO);
    close(STDOUT_FILENO);

    while (reap(record_end)) {
      if (server_ended) note_server_end();
      if (ending_ && now_ms() >= deadline_) {
        kill_descendants(record_end);
        break;
      }
      wait();
    }
    record_start();
    note_server_end();
    return WIFSIGNALED(server_status) ? 128 + WTERMSIG(server_status) : WEXITSTATUS(server_status);
  }

 private:
  void wait() {
    pollfd waited[] = {signals_, parent_, start_, {records_.is_waiting() ? STDERR_FILENO : -1, POLLOUT, 0}};
    long long timeout = ending_ ? deadline_ - now_ms() : -1;
    if (ending_ && timeout < 0) timeout = 0;
    if (poll(waited, 4, static_cast<int>(timeout)) <= 0) return;
    if (waited[3].revents != 0) records_.write();
    if (waited[2].revents != 0) record_start();
    if (waited[1].revents != 0) {
      parent_.fd = -1;
      end_tree(grace_ < kOrphanGrace ? grace_ : kOrphanGrace);
    }
    if (waited[0].revents != 0) hear_signals();
  }

  void hear_signals() {
    signalfd_siginfo signal{};
    while (read(signals_.fd, &signal, sizeof signal) == sizeof signal) {
      if (signal.ssi_signo == SIGQUIT) {
        end_tree(0);
      } else if (signal.ssi_signo != SIGCHLD) {
        end_tree(grace_);
      }
    }
  }

  void record_start() {
    if (start_.fd < 0) return;
    StartFailure failure{};
    start_failed_ = read(start_.fd, &failure, sizeof failure) == sizeof failure;
    close(start_.fd);
    start_.fd = -1;
    if (start_failed_) {
      records_.failed(failure.step, failure.error);
    } else {
      records_.started(server);
    }
  }

  void note_server_end() {
    if (!server_ended || end_told_) return;
    end_told_ = true;
    record_start();
    if (!start_failed_) {
      if (WIFSIGNALED(server_status)) {
        records_.ended_by_signal(WTERMSIG(server_status));
      } else {
        records_.ended_with_code(WEXITSTATUS(server_status));
      }
    }
    end_tree(grace_);
  }

  void end_tree(int grace) {
    const long long deadline = now_ms() + grace;
    if (!ending_ && grace > 0) signal_descendants(SIGTERM);
    if (!ending_ || deadline < deadline_) deadline_ = deadline;
    ending_ = true;
  }

  const int grace_;
  Records& records_;
  const pollfd signals_;
  pollfd parent_;
  pollfd start_;
  bool start_failed_ = false;
  bool end_told_ = false;
  bool ending_ = false;
  long long deadline_ = 0;
};

}  // namespace

int supervise(const Arguments& arguments, Records& records, int parent) {
  return Supervisor(arguments, records, parent).run(arguments);
}

}  // namespace launcher
