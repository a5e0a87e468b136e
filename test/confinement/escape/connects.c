// Attempts to connect, and to be connected to.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

#include "network.h"

static bool connects_4(const char* address, int type) {
  const struct sockaddr_in to = version_4(address, kPort);
  const int socket_ = socket(AF_INET, type, 0);
  return connect(socket_, (const struct sockaddr*)&to, sizeof to) == 0 &&
         (type == SOCK_STREAM || send(socket_, "x", 1, 0) == 1) && hears_outside(socket_);
}
static bool connects_6(const char* address, int type) {
  const struct sockaddr_in6 to = version_6(address, kPort);
  const int socket_ = socket(AF_INET6, type, 0);
  return connect(socket_, (const struct sockaddr*)&to, sizeof to) == 0 &&
         (type == SOCK_STREAM || send(socket_, "x", 1, 0) == 1) && hears_outside(socket_);
}

static bool connect_loopback(void) {
  return connects_4("127.0.0.1", SOCK_STREAM);
}
static bool connect_other_loopback(void) {
  return connects_4("127.0.0.7", SOCK_STREAM);
}
static bool connect_public(void) {
  return connects_4(PUBLIC_ADDRESS, SOCK_STREAM);
}
static bool connect_unspecified(void) {
  return connects_4("0.0.0.0", SOCK_STREAM);
}
static bool connect_loopback_6(void) {
  return connects_6("::1", SOCK_STREAM);
}
static bool connect_mapped(void) {
  return connects_6("::ffff:127.0.0.1", SOCK_STREAM);
}
static bool connect_mapped_public(void) {
  return connects_6("::ffff:" PUBLIC_ADDRESS, SOCK_STREAM);
}
static bool connect_unspecified_6(void) {
  return connects_6("::", SOCK_STREAM);
}
static bool connect_mapped_unspecified(void) {
  return connects_6("::ffff:0.0.0.0", SOCK_STREAM);
}
static bool connect_datagram(void) {
  return connects_4("127.0.0.1", SOCK_DGRAM);
}
static bool connect_datagram_6(void) {
  return connects_6("::1", SOCK_DGRAM);
}
static bool connect_datagram_mapped(void) {
  return connects_6("::ffff:" PUBLIC_ADDRESS, SOCK_DGRAM);
}

static bool connect_without_blocking(void) {
  const struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (connect(socket_, (const struct sockaddr*)&to, sizeof to) != 0 && errno != EINPROGRESS) return false;
  struct pollfd polled = {socket_, POLLIN, 0};
  return poll(&polled, 1, 500) == 1 && hears_outside(socket_);
}
static bool connect_after_disconnect(void) {
  const struct sockaddr none = {.sa_family = AF_UNSPEC};
  const struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  return connect(socket_, &none, sizeof none) == 0 && connect(socket_, (const struct sockaddr*)&to, sizeof to) == 0 &&
         send(socket_, "x", 1, 0) == 1 && hears_outside(socket_);
}
static bool connect_in_child(void) {
  const pid_t child = fork();
  if (child == 0) _exit(connect_loopback() ? 0 : 1);
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

static int connect_as_thread(void* unused) {
  (void)unused;
  _exit(connect_loopback() ? 0 : 1);
}
// A thread whose descriptors are not those of its process.
static bool connect_with_other_descriptors(void) {
  static char stack[65536] __attribute__((aligned(16)));
  const pid_t child = clone(connect_as_thread, stack + sizeof stack, CLONE_VM | 17 /* SIGCHLD */, NULL);
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// An address that another thread changes while the call looks at it: now an allowed one, now another.
static struct sockaddr_in racing_address;

static void* change_address(void* unused) {
  (void)unused;
  const struct in_addr allowed = version_4(ALLOWED_ADDRESS, kPort).sin_addr;
  const struct in_addr outside = version_4(PUBLIC_ADDRESS, kPort).sin_addr;
  for (;;) {
    *(volatile in_addr_t*)&racing_address.sin_addr.s_addr = allowed.s_addr;
    *(volatile in_addr_t*)&racing_address.sin_addr.s_addr = outside.s_addr;
  }
  return NULL;
}

static bool race_of_address(void) {
  pthread_t thread;
  racing_address = version_4(ALLOWED_ADDRESS, kPort);
  look_up("127.0.0.1", 53, "allowed.test", kAddress, SOCK_DGRAM);
  if (pthread_create(&thread, NULL, change_address, NULL) != 0) return false;
  while (goes_on()) {
    const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    if (connects_outside(socket_, &racing_address, sizeof racing_address)) return true;
    close(socket_);
  }
  return false;
}

// A number that is now one socket, and now another: one that may be connected, and one that is connected to.
static int racing_descriptor;

static void* change_descriptor(void* unused) {
  (void)unused;
  const int datagram = socket(AF_INET, SOCK_DGRAM, 0);
  const int stream = socket(AF_UNIX, SOCK_STREAM, 0);
  for (;;) {
    dup2(datagram, racing_descriptor);
    dup2(stream, racing_descriptor);
  }
  return NULL;
}

static bool race_of_descriptor(void) {
  pthread_t thread;
  const struct sockaddr_in to = version_4("127.0.0.1", kPort);
  racing_descriptor = socket(AF_INET, SOCK_DGRAM, 0);
  if (pthread_create(&thread, NULL, change_descriptor, NULL) != 0) return false;
  while (goes_on()) {
    if (connect(racing_descriptor, (const struct sockaddr*)&to, sizeof to) == 0) return true;
  }
  return false;
}

static bool listens(const char* address, int port, int type) {
  const struct sockaddr_in from = version_4(address, port);
  const int socket_ = socket(AF_INET, type, 0);
  return bind(socket_, (const struct sockaddr*)&from, sizeof from) == 0 &&
         (type == SOCK_DGRAM || listen(socket_, 1) == 0);
}
static bool listen_everywhere(void) {
  return listens("0.0.0.0", 7777, SOCK_STREAM);
}
static bool listen_everywhere_on_any_port(void) {
  return listens("0.0.0.0", 0, SOCK_STREAM);
}
static bool listen_on_public_address(void) {
  return listens(PUBLIC_ADDRESS, 7777, SOCK_STREAM);
}
static bool listen_on_loopback(void) {
  return listens("127.0.0.1", 7777, SOCK_STREAM);
}
static bool listen_without_address(void) {
  return listen(socket(AF_INET, SOCK_STREAM, 0), 1) == 0;
}
static bool listen_without_address_6(void) {
  return listen(socket(AF_INET6, SOCK_STREAM, 0), 1) == 0;
}
static bool receive_everywhere(void) {
  return listens("0.0.0.0", 7777, SOCK_DGRAM);
}

// Packets go where the route begins, not to the address that is connected to.
static bool route_by_option(void) {
  unsigned char route[12] = {1, 131, 11, 4};  // nothing, a loose route, its size, its first address
  const struct in_addr first = version_4("127.0.0.1", 0).sin_addr;
  memcpy(route + 4, &first, 4);
  memcpy(route + 8, &first, 4);
  return setsockopt(socket(AF_INET, SOCK_DGRAM, 0), IPPROTO_IP, IP_OPTIONS, route, sizeof route) == 0;
}
static bool manage_flow_labels(void) {
  // Of its errors, only those of a filter say that it was not looked at.
  char request[64] = {0};
  setsockopt(socket(AF_INET6, SOCK_DGRAM, 0), IPPROTO_IPV6, 32, request, sizeof request);
  return errno != EPERM;
}
static bool fast_open_by_option(void) {
  const int on = 1;
  const struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  return setsockopt(socket_, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, &on, sizeof on) == 0 &&
         connect(socket_, (const struct sockaddr*)&to, sizeof to) == 0 && send(socket_, "x", 1, 0) == 1 &&
         hears_outside(socket_);
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt connect_attempts[] = {ATTEMPT(connect_loopback),
                                           ATTEMPT(connect_other_loopback),
                                           ATTEMPT(connect_public),
                                           ATTEMPT(connect_unspecified),
                                           ATTEMPT(connect_loopback_6),
                                           ATTEMPT(connect_mapped),
                                           ATTEMPT(connect_mapped_public),
                                           ATTEMPT(connect_unspecified_6),
                                           ATTEMPT(connect_mapped_unspecified),
                                           ATTEMPT(connect_datagram),
                                           ATTEMPT(connect_datagram_6),
                                           ATTEMPT(connect_datagram_mapped),
                                           ATTEMPT(connect_without_blocking),
                                           ATTEMPT(connect_after_disconnect),
                                           ATTEMPT(connect_in_child),
                                           ATTEMPT(connect_with_other_descriptors),
                                           ATTEMPT(race_of_address),
                                           ATTEMPT(race_of_descriptor),
                                           ATTEMPT(listen_everywhere),
                                           ATTEMPT(listen_everywhere_on_any_port),
                                           ATTEMPT(listen_on_public_address),
                                           ATTEMPT(listen_on_loopback),
                                           ATTEMPT(listen_without_address),
                                           ATTEMPT(listen_without_address_6),
                                           ATTEMPT(receive_everywhere),
                                           ATTEMPT(route_by_option),
                                           ATTEMPT(manage_flow_labels),
                                           ATTEMPT(fast_open_by_option),
                                           {NULL, NULL}};
