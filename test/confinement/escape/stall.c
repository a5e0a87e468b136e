// Makes the launcher's calls block, by changing what they are made on: a launcher that waits enforces no limits and
// ends nothing. escape --stall: 0 all calls are answered, 1 they are not.
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "escape.h"

enum { kPatience = 4 };  // seconds

static int shared_socket;
static volatile int answered;

static void* change_blocking(void* unused) {
  (void)unused;
  for (;;) {
    fcntl(shared_socket, F_SETFL, 0);
    fcntl(shared_socket, F_SETFL, O_NONBLOCK);
  }
  return NULL;
}

static const struct sockaddr_un full = {.sun_family = AF_UNIX, .sun_path = "full"};

static bool connects(int socket_) {
  return connect(socket_, (const struct sockaddr*)&full, sizeof full) == 0;
}

// A listener that has no room for one more.
static void make_full_listener(void) {
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  bind(listener, (const struct sockaddr*)&full, sizeof full);
  listen(listener, 0);
  while (connects(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0))) {
  }
}

static void* connect_again_and_again(void* unused) {
  (void)unused;
  for (;;) connects(shared_socket);
  return NULL;
}

static void* make_calls(void* unused) {
  (void)unused;
  for (;; usleep(1000)) answered += chmod("file", 0600) == 0;
  return NULL;
}

int run_stall(void) {
  void* (*const tasks[])(void*) = {change_blocking, connect_again_and_again, make_calls};
  make_full_listener();
  shared_socket = socket(AF_UNIX, SOCK_STREAM, 0);
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, tasks[i], NULL) != 0) return 2;
  }
  const char* const seconds = getenv("ESCAPE_SECONDS");
  for (int i = 0; i < atoi(seconds); ++i) {
    const int before = answered;
    for (int waited = 0; answered == before; ++waited) {
      if (waited == kPatience * 100) return 1;
      usleep(10000);
    }
    sleep(1);
  }
  return 0;
}
