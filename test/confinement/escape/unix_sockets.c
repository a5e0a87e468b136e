// Attempts by Unix sockets.
#include <fcntl.h>
#include <sys/un.h>

#include "network.h"

static struct sockaddr_un named(const char* path) {
  struct sockaddr_un made = {.sun_family = AF_UNIX};
  strncpy(made.sun_path, path, sizeof made.sun_path - 1);
  return made;
}

static socklen_t abstract(struct sockaddr_un* made, const char* kind) {
  *made = (struct sockaddr_un){.sun_family = AF_UNIX};
  const int size = snprintf(made->sun_path + 1, sizeof made->sun_path - 1, "%s-%s", getenv("ESCAPE_ABSTRACT"), kind);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)size);
}

static bool connects_to(const char* path) {
  const struct sockaddr_un to = named(path);
  return connects_outside(socket(AF_UNIX, SOCK_STREAM, 0), &to, sizeof to);
}
static bool connect_unix(void) {
  return connects_to(at("outside/stream"));
}
static bool connect_unix_by_symlink(void) {
  return symlink(at("outside/stream"), "link") == 0 && connects_to("link");
}
static bool connect_unix_by_folder(void) {
  return chdir(at("outside")) == 0 && connects_to("stream");
}
static bool connect_unix_by_dot_dot(void) {
  return connects_to("../outside/stream");
}
static bool connect_unix_by_descriptor(void) {
  return connects_to(format("/proc/self/fd/%d", open(at("outside/stream"), O_PATH)));
}
static bool connect_unix_by_hard_link(void) {
  return link(at("outside/stream"), "stream") == 0 && connects_to("stream");
}
static bool connect_unix_by_renaming(void) {
  return rename(at("outside/stream"), "stream") == 0 && connects_to("stream");
}
static bool connect_abstract(void) {
  struct sockaddr_un to;
  const socklen_t size = abstract(&to, "stream");
  return connects_outside(socket(AF_UNIX, SOCK_STREAM, 0), &to, size);
}
static bool send_to_unix(void) {
  const struct sockaddr_un to = named(at("outside/datagram"));
  return sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "x", 1, 0, (const struct sockaddr*)&to, sizeof to) == 1;
}
static bool send_message_to_unix(void) {
  struct sockaddr_un to = named(at("outside/datagram"));
  struct iovec part = {"x", 1};
  const struct msghdr message = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &part, .msg_iovlen = 1};
  return sendmsg(socket(AF_UNIX, SOCK_DGRAM, 0), &message, 0) == 1;
}
static bool send_to_abstract(void) {
  struct sockaddr_un to;
  const socklen_t size = abstract(&to, "datagram");
  return sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "x", 1, 0, (const struct sockaddr*)&to, size) == 1;
}
static bool bind_unix_outside(void) {
  const struct sockaddr_un from = named(at("outside/new"));
  return bind(socket(AF_UNIX, SOCK_STREAM, 0), (const struct sockaddr*)&from, sizeof from) == 0;
}
static bool bind_unix_by_symlink(void) {
  const struct sockaddr_un from = named("link/new");
  return symlink(at("outside"), "link") == 0 &&
         bind(socket(AF_UNIX, SOCK_STREAM, 0), (const struct sockaddr*)&from, sizeof from) == 0;
}

// The listener outside sends a descriptor of the secret to whoever connects.
static bool receive_descriptor(void) {
  const struct sockaddr_un from = named(at("outside/stream"));
  const int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
  char text[64] = "";
  char control[CMSG_SPACE(sizeof(int))];
  struct iovec part = {text, sizeof text};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  if (connect(socket_, (const struct sockaddr*)&from, sizeof from) != 0 || recvmsg(socket_, &message, 0) < 0)
    return false;
  const struct cmsghdr* got = CMSG_FIRSTHDR(&message);
  if (got == NULL || got->cmsg_type != SCM_RIGHTS) return false;
  int file = -1;
  memcpy(&file, CMSG_DATA(got), sizeof file);
  return pread(file, text, sizeof text, 0) > 0 && strstr(text, "the secret") != NULL;
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt unix_attempts[] = {ATTEMPT(connect_unix),
                                        ATTEMPT(connect_unix_by_symlink),
                                        ATTEMPT(connect_unix_by_folder),
                                        ATTEMPT(connect_unix_by_dot_dot),
                                        ATTEMPT(connect_unix_by_descriptor),
                                        ATTEMPT(connect_unix_by_hard_link),
                                        ATTEMPT(connect_unix_by_renaming),
                                        ATTEMPT(connect_abstract),
                                        ATTEMPT(send_to_unix),
                                        ATTEMPT(send_message_to_unix),
                                        ATTEMPT(send_to_abstract),
                                        ATTEMPT(bind_unix_outside),
                                        ATTEMPT(bind_unix_by_symlink),
                                        ATTEMPT(receive_descriptor),
                                        {NULL, NULL}};
