// Attempts to send to an address.
#include <pthread.h>
#include <sys/uio.h>

#include "network.h"

static struct msghdr message_to(void* address, socklen_t size) {
  static struct iovec part = {"x", 1};
  return (struct msghdr){.msg_name = address, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1};
}

static bool sends_to_4(const char* address, int family) {
  struct sockaddr_in to = version_4(address, kPort);
  to.sin_family = (sa_family_t)family;
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  return sendto(socket_, "x", 1, 0, (const struct sockaddr*)&to, sizeof to) == 1 && hears_outside(socket_);
}
static bool send_to_loopback(void) {
  return sends_to_4("127.0.0.1", AF_INET);
}
static bool send_to_public(void) {
  return sends_to_4(PUBLIC_ADDRESS, AF_INET);
}
static bool send_to_unspecified(void) {
  return sends_to_4("0.0.0.0", AF_INET);
}
static bool send_without_family(void) {
  return sends_to_4("127.0.0.1", AF_UNSPEC);
}
static bool send_to_loopback_6(void) {
  const struct sockaddr_in6 to = version_6("::1", kPort);
  const int socket_ = socket(AF_INET6, SOCK_DGRAM, 0);
  return sendto(socket_, "x", 1, 0, (const struct sockaddr*)&to, sizeof to) == 1 && hears_outside(socket_);
}
static bool send_to_4_by_6(void) {
  const struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const int socket_ = socket(AF_INET6, SOCK_DGRAM, 0);
  return sendto(socket_, "x", 1, 0, (const struct sockaddr*)&to, sizeof to) == 1 && hears_outside(socket_);
}
static bool send_message(void) {
  struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const struct msghdr message = message_to(&to, sizeof to);
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  return sendmsg(socket_, &message, 0) == 1 && hears_outside(socket_);
}
static bool send_message_to_mapped(void) {
  struct sockaddr_in6 to = version_6("::ffff:127.0.0.1", kPort);
  const struct msghdr message = message_to(&to, sizeof to);
  const int socket_ = socket(AF_INET6, SOCK_DGRAM, 0);
  return sendmsg(socket_, &message, 0) == 1 && hears_outside(socket_);
}
static bool send_messages(void) {
  struct sockaddr_in to = version_4("127.0.0.1", kPort);
  struct mmsghdr messages[2] = {{.msg_hdr = message_to(&to, sizeof to)}, {.msg_hdr = message_to(&to, sizeof to)}};
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  return sendmmsg(socket_, messages, 2, 0) > 0 && hears_outside(socket_);
}
// The first goes where it may.
static bool send_second_message(void) {
  struct sockaddr_in allowed = version_4(ALLOWED_ADDRESS, kPort);
  struct sockaddr_in to = version_4(PUBLIC_ADDRESS, kPort);
  struct mmsghdr messages[2] = {{.msg_hdr = message_to(&allowed, sizeof allowed)},
                                {.msg_hdr = message_to(&to, sizeof to)}};
  look_up("127.0.0.1", 53, "allowed.test", kAddress, SOCK_DGRAM);
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  if (sendmmsg(socket_, messages, 2, 0) < 1) return false;
  return hears_outside(socket_) || hears_outside(socket_);
}
static bool send_to_another_than_connected(void) {
  struct sockaddr_in allowed = version_4(ALLOWED_ADDRESS, kPort);
  struct sockaddr_in to = version_4(PUBLIC_ADDRESS, kPort);
  look_up("127.0.0.1", 53, "allowed.test", kAddress, SOCK_DGRAM);
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  const struct sockaddr none = {.sa_family = AF_UNSPEC};
  return connect(socket_, (const struct sockaddr*)&allowed, sizeof allowed) == 0 &&
         sendto(socket_, "x", 1, 0, (const struct sockaddr*)&to, sizeof to) == 1 &&
         connect(socket_, &none, sizeof none) == 0 &&
         sendto(socket_, "x", 1, 0, (const struct sockaddr*)&to, sizeof to) == 1 && hears_outside(socket_);
}
static bool fast_open(void) {
  const struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  return sendto(socket_, "x", 1, MSG_FASTOPEN, (const struct sockaddr*)&to, sizeof to) == 1 && hears_outside(socket_);
}
static bool fast_open_by_message(void) {
  struct sockaddr_in to = version_4("127.0.0.1", kPort);
  const struct msghdr message = message_to(&to, sizeof to);
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  return sendmsg(socket_, &message, MSG_FASTOPEN) == 1 && hears_outside(socket_);
}
static bool fast_open_by_messages(void) {
  struct sockaddr_in6 to = version_6("::1", kPort);
  struct mmsghdr message = {.msg_hdr = message_to(&to, sizeof to)};
  const int socket_ = socket(AF_INET6, SOCK_STREAM, 0);
  return sendmmsg(socket_, &message, 1, MSG_FASTOPEN) == 1 && hears_outside(socket_);
}
static bool route_by_message(void) {
  struct sockaddr_in to = version_4(ALLOWED_ADDRESS, kPort);
  struct msghdr message = message_to(&to, sizeof to);
  char control[CMSG_SPACE(4)] = {0};
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  struct cmsghdr* part = CMSG_FIRSTHDR(&message);
  *part = (struct cmsghdr){.cmsg_len = CMSG_LEN(4), .cmsg_level = IPPROTO_IP, .cmsg_type = IP_RETOPTS};
  memset(CMSG_DATA(part), 1, 4);
  look_up("127.0.0.1", 53, "allowed.test", kAddress, SOCK_DGRAM);
  return sendmsg(socket(AF_INET, SOCK_DGRAM, 0), &message, 0) == 1;
}

// A message whose address another thread changes.
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

static bool race_of_message(void) {
  pthread_t thread;
  racing_address = version_4(ALLOWED_ADDRESS, kPort);
  look_up("127.0.0.1", 53, "allowed.test", kAddress, SOCK_DGRAM);
  const int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  const struct msghdr message = message_to(&racing_address, sizeof racing_address);
  if (pthread_create(&thread, NULL, change_address, NULL) != 0) return false;
  while (goes_on()) {
    if (sendmsg(socket_, &message, 0) == 1 && hears_outside(socket_)) return true;
  }
  return false;
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt send_attempts[] = {ATTEMPT(send_to_loopback),
                                        ATTEMPT(send_to_public),
                                        ATTEMPT(send_to_unspecified),
                                        ATTEMPT(send_without_family),
                                        ATTEMPT(send_to_loopback_6),
                                        ATTEMPT(send_to_4_by_6),
                                        ATTEMPT(send_message),
                                        ATTEMPT(send_message_to_mapped),
                                        ATTEMPT(send_messages),
                                        ATTEMPT(send_second_message),
                                        ATTEMPT(send_to_another_than_connected),
                                        ATTEMPT(fast_open),
                                        ATTEMPT(fast_open_by_message),
                                        ATTEMPT(fast_open_by_messages),
                                        ATTEMPT(route_by_message),
                                        ATTEMPT(race_of_message),
                                        {NULL, NULL}};
