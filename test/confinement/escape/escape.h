// The attempts to leave a sandbox. Each succeeds without one: test/confinement/escapes_test.cpp runs it both ways.
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

struct attempt {
  const char* name;
  bool (*escapes)(void);  // true: it got out
};

// Ended by an entry without a name.
extern const struct attempt file_attempts[];
extern const struct attempt attribute_attempts[];
extern const struct attempt process_attempts[];
extern const struct attempt kernel_attempts[];
extern const struct attempt connect_attempts[];
extern const struct attempt send_attempts[];
extern const struct attempt name_attempts[];
extern const struct attempt unix_attempts[];

// What the test has made, in the folder that ESCAPE_ROOT names:
//   work/      may be written to, and is the working directory; with `file`, and `folder/target`
//   outside/   may not be written to; with the file `target`, the folder `empty`, the sockets `stream` and `datagram`
//   secret/    may not be read; with the file `key`
// Several results are valid until the 8th call after it.
const char* at(const char* relative_path);
const char* format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

bool writes(const char* path);  // changes the file
bool reads(const char* path);   // reads the secret in it

// A process of the same user outside the sandbox (victim.c).
pid_t victim(void);
const char* name_of_shared_memory(void);
long victim_number(const char* name);
int run_victim(void);

int run_stall(void);

// Servers outside: on these addresses and kPort, TCP answers at once, and UDP any message, with "outside" or "allowed".
enum { kPort = 8888, kOtherNamePort = 5353 };
#define PUBLIC_ADDRESS "198.51.100.1"
#define ALLOWED_ADDRESS "198.51.100.2"

// Whether a race should be tried once more: for the seconds that ESCAPE_SECONDS says.
bool goes_on(void);

// The signal-free limit of each wait, for those attempts that are refused without an error.
void limit_waiting(int socket);
