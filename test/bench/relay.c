/* bench_relay COMMAND [ARGUMENT...]: the smallest relay between clients and a server. One thread passes lines both
 * ways, replaces the client's id by a number of its own, and restores it in the response. It checks, restarts, limits
 * and logs nothing. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "line_buffer.h"

enum { max_in_flight = 4096, max_id_length = 64 };

static struct {
  char text[max_id_length];
  size_t length;
} client_ids[max_in_flight];
static unsigned long next_id;

struct direction {
  int from;
  int to;
  struct buffer in;
  struct buffer out;
  void (*pass)(struct direction* direction, char* line, size_t length);
};

static void append_replaced(struct buffer* out, char* line, size_t length, const char* old, size_t old_length,
                            const char* new, size_t new_length) {
  const char* rest = old + old_length;
  buffer_append(out, line, (size_t)(old - line));
  buffer_append(out, new, new_length);
  buffer_append(out, rest, (size_t)(line + length - rest));
}

static void pass_to_server(struct direction* direction, char* line, size_t length) {
  size_t id_length = 0;
  const char* id = find_id(line, length, &id_length);
  if (id == NULL || id_length > max_id_length) {
    buffer_append(&direction->out, line, length);
    return;
  }
  const unsigned long number = next_id++;
  memcpy(client_ids[number % max_in_flight].text, id, id_length);
  client_ids[number % max_in_flight].length = id_length;
  char digits[24];
  const int count = snprintf(digits, sizeof digits, "%lu", number);
  append_replaced(&direction->out, line, length, id, id_length, digits, (size_t)count);
}

static void pass_to_client(struct direction* direction, char* line, size_t length) {
  size_t id_length = 0;
  const char* id = find_id(line, length, &id_length);
  if (id == NULL) {
    buffer_append(&direction->out, line, length);
    return;
  }
  const unsigned long number = strtoul(id, NULL, 10) % max_in_flight;
  append_replaced(&direction->out, line, length, id, id_length, client_ids[number].text, client_ids[number].length);
}

/* False when the sender has closed its pipe. */
static bool pass_on(struct direction* direction) {
  if (!buffer_read(&direction->in, direction->from)) return false;
  size_t length = 0;
  for (char* line = buffer_line(&direction->in, &length); line != NULL; line = buffer_line(&direction->in, &length)) {
    direction->pass(direction, line, length);
  }
  return buffer_left(&direction->out) == 0 || buffer_write(&direction->out, direction->to);
}

static void start_server(char** command, int* to_server, int* from_server) {
  int in[2];
  int out[2];
  if (pipe(in) != 0 || pipe(out) != 0) exit(1);
  if (fork() == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    for (int fd = 0; fd < 2; ++fd) {
      close(in[fd]);
      close(out[fd]);
    }
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  *to_server = in[1];
  *from_server = out[0];
  fcntl(in[1], F_SETPIPE_SZ, 1 << 20);
  fcntl(out[0], F_SETPIPE_SZ, 1 << 20);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fputs("usage: bench_relay COMMAND [ARGUMENT...]\n", stderr);
    return 2;
  }
  static struct direction there = {.from = STDIN_FILENO, .pass = pass_to_server};
  static struct direction back = {.to = STDOUT_FILENO, .pass = pass_to_client};
  start_server(argv + 1, &there.to, &back.from);
  fcntl(there.to, F_SETFL, O_NONBLOCK);
  fcntl(back.to, F_SETFL, O_NONBLOCK);

  for (;;) {
    struct pollfd ready[4] = {{.fd = there.from, .events = POLLIN},
                              {.fd = back.from, .events = POLLIN},
                              {.fd = buffer_left(&there.out) > 0 ? there.to : -1, .events = POLLOUT},
                              {.fd = buffer_left(&back.out) > 0 ? back.to : -1, .events = POLLOUT}};
    if (poll(ready, 4, -1) < 0 && errno != EINTR) return 1;
    if (ready[0].revents != 0 && !pass_on(&there)) return 0;
    if (ready[1].revents != 0 && !pass_on(&back)) return 0;
    if (ready[2].revents != 0 && !buffer_write(&there.out, there.to)) return 1;
    if (ready[3].revents != 0 && !buffer_write(&back.out, back.to)) return 1;
  }
}
