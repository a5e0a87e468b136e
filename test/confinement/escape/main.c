// escape NAME            makes the attempt: 0 it got out, 1 it did not, 2 it is unknown
// escape --list          the names
// escape --child NAME    makes it in a child, whose parent may be attacked as the launcher is
// escape --victim        is the process that is attacked
// escape --stall         makes the launcher's calls block (stall.c)
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

#include "escape.h"

static const struct attempt* const kTables[] = {file_attempts,    attribute_attempts, process_attempts, kernel_attempts,
                                                connect_attempts, send_attempts,      name_attempts,    unix_attempts};

static const struct attempt* find(const char* name) {
  for (size_t i = 0; i < sizeof kTables / sizeof *kTables; ++i) {
    for (const struct attempt* attempt = kTables[i]; attempt->name != NULL; ++attempt) {
      if (name == NULL) puts(attempt->name);
      if (name != NULL && strcmp(attempt->name, name) == 0) return attempt;
    }
  }
  return NULL;
}

static int run(const char* name) {
  const struct attempt* attempt = find(name);
  if (attempt == NULL) return 2;
  alarm(40);
  errno = 0;
  const bool has_escaped = attempt->escapes();
  fprintf(stderr, "%s: %s (%s)\n", name, has_escaped ? "got out" : "stays in", strerror(errno));
  return has_escaped ? 0 : 1;
}

// The pipe is the parent's own: those it was started with are its starter's, who may be another user.
static int run_in_child(const char* name) {
  int own_pipe[2];
  if (pipe(own_pipe) != 0) return 2;
  const pid_t child = fork();
  if (child == 0) _exit(run(name));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

const char* format(const char* pattern, ...) {
  static char texts[8][4096];
  static int next;
  char* text = texts[next++ % 8];
  va_list values;
  va_start(values, pattern);
  vsnprintf(text, sizeof texts[0], pattern, values);
  va_end(values);
  return text;
}

const char* at(const char* relative_path) {
  return format("%s/%s", getenv("ESCAPE_ROOT"), relative_path);
}

bool goes_on(void) {
  static struct timespec begin;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (begin.tv_sec == 0) begin = now;
  return now.tv_sec - begin.tv_sec + (now.tv_nsec - begin.tv_nsec) / 1e9 < atoi(getenv("ESCAPE_SECONDS"));
}

void limit_waiting(int socket) {
  const struct timeval limit = {0, 500 * 1000};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

int main(int count, char** arguments) {
  if (count == 2 && strcmp(arguments[1], "--list") == 0) return find(NULL) == NULL ? 0 : 2;
  if (count == 2 && strcmp(arguments[1], "--victim") == 0) return run_victim();
  if (count == 2 && strcmp(arguments[1], "--stall") == 0) return run_stall();
  if (count == 3 && strcmp(arguments[1], "--child") == 0) return run_in_child(arguments[2]);
  return count == 2 ? run(arguments[1]) : 2;
}
