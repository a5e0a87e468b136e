#include "descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace launcher {
namespace {

/// Any more are handled in the next pass.
constexpr int kMaxFound = 8192;

struct Found {
  int count = 0;
  pid_t pids[kMaxFound];
};

/// Adds the numbers in `/proc/PID/task/TID/children`.
void add_children_of_thread(Found& found, const char* pid, const char* thread) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%s/task/%s/children", pid, thread);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[4096];
  pid_t number = 0;
  ssize_t size;
  while ((size = read(file, text, sizeof text)) > 0) {
    for (ssize_t i = 0; i < size; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        number = number * 10 + (text[i] - '0');
      } else if (number != 0) {
        if (found.count < kMaxFound) found.pids[found.count++] = number;
        number = 0;
      }
    }
  }
  close(file);
}

void add_children(Found& found, pid_t pid) {
  char name[16];
  std::snprintf(name, sizeof name, "%d", pid);
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%s/task", name);
  DIR* threads = opendir(path);
  if (threads == nullptr) return;
  while (const dirent* thread = readdir(threads)) {
    if (thread->d_name[0] != '.') add_children_of_thread(found, name, thread->d_name);
  }
  closedir(threads);
}

const Found& find_descendants() {
  static Found found;
  found.count = 0;
  add_children(found, getpid());
  for (int i = 0; i < found.count; ++i) add_children(found, found.pids[i]);
  return found;
}

}  // namespace

void signal_descendants(int signal) {
  const Found& found = find_descendants();
  const pid_t own_group = getpgrp();
  for (int i = 0; i < found.count; ++i) {
    const pid_t pid = found.pids[i];
    const pid_t group = signal == SIGKILL ? getpgid(pid) : -1;
    if (group > 1 && group != own_group) kill(-group, signal);
    kill(pid, signal);
  }
}

int count_descendants() {
  return find_descendants().count;
}

bool reap(void (*reaped)(pid_t pid, int status)) {
  for (;;) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) return pid == 0;
    reaped(pid, status);
  }
}

void kill_descendants(void (*reaped)(pid_t pid, int status)) {
  constexpr int kMaxPauseMs = 50;
  constexpr int kMaxWaitMs = 5000;
  int pause = 0;
  for (int waited = 0; waited < kMaxWaitMs; waited += pause) {
    signal_descendants(SIGKILL);
    if (!reap(reaped)) return;
    pause = pause < kMaxPauseMs ? pause + 1 : kMaxPauseMs;
    poll(nullptr, 0, pause);
  }
}

}  // namespace launcher
