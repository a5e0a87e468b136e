#include "supervisor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

#include "descendants.hpp"
#include "server.hpp"

namespace launcher {
namespace {

/// The grace once the workbench has ended: nothing waits for an orderly end any more.
constexpr int kMaxOrphanGraceMs = 200;
constexpr int kNotStarted = 126;

/// How often the processes are counted if their number is limited.
constexpr int kCountEveryMs = 200;

/// For the record of their excess: earlier records may have filled the pipe.
constexpr int kRecordWaitMs = 100;

/// In place of an id that another process may have by now.
constexpr pid_t kEnded = 0;

pid_t server_pid = -1;
bool server_ended = false;
int server_status = 0;

void on_reaped(pid_t pid, int status) {
  if (pid != server_pid) return;
  server_ended = true;
  server_status = status;
}

long long now_ms() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1'000'000;
}

int watch_signals() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD}) sigaddset(&watched, signal);
  return signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

class Supervisor {
 public:
  Supervisor(int grace_ms, const LaunchedCommand& server, int parent, Runner& runner, Records& records)
      : grace_ms_(grace_ms),
        max_processes_(server.limits.processes),
        runner_(runner),
        sandbox_(server.sandbox),
        records_(records),
        signals_{watch_signals(), POLLIN, 0},
        parent_{parent, POLLIN, 0},
        start_{-1, POLLIN, 0} {}

  int run(const LaunchedCommand& server) {
    const Start start = start_server(server);
    if (start.pid < 0 || signals_.fd < 0) {
      records_.failed("fork", errno);
      return kNotStarted;
    }
    server_pid = start.pid;
    if (sandbox_ != nullptr && !sandbox_->begin_to_answer()) end_tree(0);
    start_.fd = start.failure_pipe;
    // The server must hold the only copies of its stdin and stdout, or the workbench would not notice that it closes
    // them.
    close(STDIN_FILENO);
    close(STDOUT_FILENO);

    while (reap(on_reaped)) {
      if (server_ended) record_server_end();
      if ((server_ended && runner_.ends_with_server()) || is_overdue()) break;
      wait();
    }
    record_start();
    record_server_end();
    if (!start_failed_) finish();
    record_server_end();
    return WIFSIGNALED(server_status) ? 128 + WTERMSIG(server_status) : WEXITSTATUS(server_status);
  }

 private:
  bool is_overdue() const { return ending_ && now_ms() >= deadline_; }

  void finish() {
    const bool was_killed = !server_ended || WIFSIGNALED(server_status);
    runner_.finish({server_pid, server_ended, was_killed, is_overdue(), grace_ms_, signals_.fd, records_, on_reaped});
  }

  void wait() {
    if (sandbox_ != nullptr) sandbox_->report();
    pollfd polled[] = {
        signals_, parent_, start_, records_.polled(), {sandbox_ != nullptr ? sandbox_->descriptor() : -1, POLLIN, 0}};
    long long timeout = ending_ ? deadline_ - now_ms() : max_processes_ > 0 ? kCountEveryMs : -1;
    if (ending_ && timeout < 0) timeout = 0;
    const int sandbox_timeout = sandbox_ != nullptr ? sandbox_->timeout() : -1;
    if (sandbox_timeout >= 0 && (timeout < 0 || sandbox_timeout < timeout)) timeout = sandbox_timeout;
    const int ready = poll(polled, 5, static_cast<int>(timeout));
    if (max_processes_ > 0 && !ending_) count_processes();
    if (ready == 0 && sandbox_timeout >= 0) sandbox_->handle();
    if (ready <= 0) return;
    if (polled[4].revents != 0) sandbox_->handle();
    if (polled[3].revents != 0) records_.write();
    if (polled[2].revents != 0) record_start();
    if (polled[1].revents != 0) {
      parent_.fd = -1;
      end_tree(grace_ms_ < kMaxOrphanGraceMs ? grace_ms_ : kMaxOrphanGraceMs);
    }
    if (polled[0].revents != 0) handle_signals();
  }

  /// RLIMIT_NPROC would count all processes and threads of the user, and does not bind root.
  void count_processes() {
    if (now_ms() < next_count_) return;
    next_count_ = now_ms() + kCountEveryMs;
    const int count = count_descendants();
    if (count <= max_processes_) return;
    records_.too_many_processes(count);
    records_.write_within(kRecordWaitMs);
    end_tree(0);
  }

  void handle_signals() {
    signalfd_siginfo signal{};
    while (read(signals_.fd, &signal, sizeof signal) == sizeof signal) {
      if (signal.ssi_signo == SIGQUIT) {
        end_tree(0);
      } else if (signal.ssi_signo != SIGCHLD) {
        end_tree(grace_ms_);
      }
    }
  }

  void record_start() {
    if (start_.fd < 0) return;
    StartFailure failure{};
    start_failed_ = read(start_.fd, &failure, sizeof failure) == sizeof failure;
    close(start_.fd);
    start_.fd = -1;
    if (start_failed_ && failure.what != nullptr) {
      records_.sandbox_failed(failure.what, failure.error);
    } else if (start_failed_) {
      records_.failed(failure.step, failure.error);
    } else {
      records_.started(server_pid);
    }
  }

  void record_server_end() {
    if (!server_ended || end_recorded_) return;
    end_recorded_ = true;
    record_start();
    if (!start_failed_) {
      if (WIFSIGNALED(server_status)) {
        records_.ended_by_signal(WTERMSIG(server_status));
      } else {
        records_.ended_with_code(WEXITSTATUS(server_status));
      }
    }
    end_tree(grace_ms_);
  }

  void end_tree(int grace_ms) {
    const long long deadline = now_ms() + grace_ms;
    if (!ending_ && grace_ms > 0) runner_.terminate(server_ended ? kEnded : server_pid);
    if (!ending_ || deadline < deadline_) deadline_ = deadline;
    ending_ = true;
  }

  const int grace_ms_;
  const int max_processes_;  // 0: no limit
  Runner& runner_;
  Sandbox* const sandbox_;  // null: the server is not confined
  Records& records_;
  const pollfd signals_;
  pollfd parent_;
  pollfd start_;
  bool start_failed_ = false;
  bool end_recorded_ = false;
  bool ending_ = false;
  long long deadline_ = 0;
  long long next_count_ = 0;
};

}  // namespace

int supervise(const LaunchedCommand& server, int grace_ms, int parent, Runner& runner, Records& records) {
  return Supervisor(grace_ms, server, parent, runner, records).run(server);
}

}  // namespace launcher
