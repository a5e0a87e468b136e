// What the attempts by the network share.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "escape.h"

struct sockaddr_in version_4(const char* address, int port);
struct sockaddr_in6 version_6(const char* address, int port);

// Whether "outside" comes from the socket.
bool hears_outside(int socket);
bool connects_outside(int socket, const void* address, socklen_t size);

// Asks a nameserver by UDP, or TCP if `type` is SOCK_STREAM, for the addresses of a name. The first, as text, or NULL.
const char* look_up(const char* nameserver, int port, const char* name, int record, int type);
enum { kAddress = 1, kAddress6 = 28 };
