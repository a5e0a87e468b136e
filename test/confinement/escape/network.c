#include "network.h"

struct sockaddr_in version_4(const char* address, int port) {
  struct sockaddr_in made = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, address, &made.sin_addr);
  return made;
}

struct sockaddr_in6 version_6(const char* address, int port) {
  struct sockaddr_in6 made = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
  inet_pton(AF_INET6, address, &made.sin6_addr);
  return made;
}

bool hears_outside(int socket) {
  char text[64] = "";
  limit_waiting(socket);
  return recv(socket, text, sizeof text - 1, 0) > 0 && strcmp(text, "outside") == 0;
}

bool connects_outside(int socket, const void* address, socklen_t size) {
  return connect(socket, address, size) == 0 && hears_outside(socket);
}

static size_t write_question(unsigned char* to, const char* name, int record) {
  const unsigned char header[12] = {0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0};
  memcpy(to, header, sizeof header);
  size_t size = sizeof header;
  while (*name != '\0') {
    const size_t length = strcspn(name, ".");
    to[size++] = (unsigned char)length;
    memcpy(to + size, name, length);
    size += length;
    name += length + (name[length] == '.' ? 1 : 0);
  }
  const unsigned char rest[5] = {0, 0, (unsigned char)record, 0, 1};
  memcpy(to + size, rest, sizeof rest);
  return size + sizeof rest;
}

// The test's nameserver answers with the address at the end.
static const char* last_address(const unsigned char* answer, ssize_t size, int record) {
  static char text[INET6_ADDRSTRLEN];
  const ssize_t length = record == kAddress ? 4 : 16;
  if (size < 12 + length || answer[7] == 0) return NULL;
  return inet_ntop(record == kAddress ? AF_INET : AF_INET6, answer + size - length, text, sizeof text);
}

const char* look_up(const char* nameserver, int port, const char* name, int record, int type) {
  unsigned char question[300];
  unsigned char answer[600];
  const size_t size = write_question(question + 2, name, record);
  question[0] = 0;
  question[1] = (unsigned char)size;
  const struct sockaddr_in server = version_4(nameserver, port);
  const int asking = socket(AF_INET, type, 0);
  limit_waiting(asking);
  if (connect(asking, (const struct sockaddr*)&server, sizeof server) != 0) return NULL;
  const bool is_stream = type == SOCK_STREAM;
  const ssize_t sent = is_stream ? send(asking, question, size + 2, 0) : send(asking, question + 2, size, 0);
  if (sent < 0) return NULL;
  const ssize_t received = recv(asking, answer, sizeof answer, 0);
  close(asking);
  return is_stream ? last_address(answer + 2, received - 2, record) : last_address(answer, received, record);
}
