// A process of the same user that is not confined. What it has is what an attempt wants. It ends with its input.
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>

#include "escape.h"

static char secret[] = "the secret";

int run_victim(void) {
  const int key = open(at("secret/key"), O_RDONLY);
  if (key < 0 || dup2(key, 9) < 0 || chdir(at("outside")) != 0) return 1;
  const int shared = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  const int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  if (shared < 0 || queue < 0) return 1;
  strcpy(shmat(shared, NULL, 0), secret);
  printf("VICTIM=%d:%d:%d:%lu\n", getpid(), shared, queue, (unsigned long)(size_t)secret);
  fflush(stdout);
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  shmctl(shared, IPC_RMID, NULL);
  msgctl(queue, IPC_RMID, NULL);
  return 0;
}

// The test passes on what the victim has written.
long victim_number(const char* name) {
  long pid = -1, shared = -1, queue = -1, address = -1;
  const char* numbers = getenv("VICTIM");
  if (numbers != NULL) sscanf(numbers, "%ld:%ld:%ld:%ld", &pid, &shared, &queue, &address);
  if (strcmp(name, "pid") == 0) return pid;
  if (strcmp(name, "shared") == 0) return shared;
  if (strcmp(name, "queue") == 0) return queue;
  return address;
}

pid_t victim(void) {
  return (pid_t)victim_number("pid");
}
