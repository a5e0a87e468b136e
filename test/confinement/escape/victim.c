// A process of the same user that is not confined. What it has is what an attempt wants. It ends with its input.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/shm.h>

#include "escape.h"

static char secret[] = "the secret";

static int number_of_terminal(int terminal) {
  unsigned number = 0;
  return ioctl(terminal, TIOCGPTN, &number) == 0 ? (int)number : -1;
}

int run_victim(void) {
  const int key = open(at("secret/key"), O_RDONLY);
  if (key < 0 || dup2(key, 9) < 0 || chdir(at("outside")) != 0) return 1;
  const int shared = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  const int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  if (shared < 0 || queue < 0) return 1;
  strcpy(shmat(shared, NULL, 0), secret);
  shmctl(shared, IPC_RMID, NULL);  // it lasts as long as this process, however that ends
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  const int memory = shm_open(name_of_shared_memory(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0 || memory < 0) return 1;
  const char line[] = "the secret\n";
  // As if it was typed, and before the terminal is opened.
  if (write(memory, line, sizeof line - 1) < 0 || write(terminal, line, sizeof line - 1) < 0) return 1;
  printf("VICTIM=%d:%d:%d:%lu:%d\n", getpid(), shared, queue, (unsigned long)(size_t)secret,
         number_of_terminal(terminal));
  fflush(stdout);
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  shm_unlink(name_of_shared_memory());
  msgctl(queue, IPC_RMID, NULL);
  return 0;
}

// As unique as the test's folder.
const char* name_of_shared_memory(void) {
  return strrchr(getenv("ESCAPE_ROOT"), '/');
}

// The test passes on what the victim has written.
long victim_number(const char* name) {
  long pid = -1, shared = -1, queue = -1, address = -1, terminal = -1;
  const char* numbers = getenv("VICTIM");
  if (numbers != NULL) sscanf(numbers, "%ld:%ld:%ld:%ld:%ld", &pid, &shared, &queue, &address, &terminal);
  if (strcmp(name, "pid") == 0) return pid;
  if (strcmp(name, "shared") == 0) return shared;
  if (strcmp(name, "queue") == 0) return queue;
  if (strcmp(name, "terminal") == 0) return terminal;
  return address;
}

pid_t victim(void) {
  return (pid_t)victim_number("pid");
}
