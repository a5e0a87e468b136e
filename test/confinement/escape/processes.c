// Attempts on other processes: the launcher, which is the parent, and another of the same user.
#include <fcntl.h>
#include <linux/kcmp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "escape.h"

static bool trace(pid_t pid) {
  return ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0;
}
static bool trace_launcher(void) {
  return trace(getppid());
}
static bool trace_victim(void) {
  return trace(victim());
}

static bool moves_memory(long call) {
  char text[4] = "the";
  const struct iovec local = {text, 3};
  const struct iovec remote = {(void*)victim_number("address"), 3};
  return syscall(call, victim(), &local, 1, &remote, 1, 0) == 3;
}
static bool read_memory(void) {
  return moves_memory(SYS_process_vm_readv);
}
static bool write_memory(void) {
  return moves_memory(SYS_process_vm_writev);
}

static int open_process(pid_t pid) {
  return (int)syscall(SYS_pidfd_open, pid, 0);
}

static bool take_descriptor(void) {
  const int taken = (int)syscall(SYS_pidfd_getfd, open_process(victim()), 9, 0);
  char text[16];
  return taken >= 0 && pread(taken, text, 10, 0) == 10;
}
static bool compare(void) {
  return syscall(SYS_kcmp, victim(), getpid(), KCMP_VM, 0, 0) >= 0;
}

// A signal that does nothing shows that any other would arrive.
static bool signal_launcher(void) {
  return kill(getppid(), SIGCONT) == 0;
}
static bool signal_victim(void) {
  return kill(victim(), SIGCONT) == 0;
}
static bool signal_thread(void) {
  return syscall(SYS_tgkill, getppid(), getppid(), SIGCONT) == 0;
}
static bool signal_queued(void) {
  const union sigval value = {.sival_int = 0};
  return sigqueue(victim(), SIGCONT, value) == 0;
}
static bool signal_by_descriptor(void) {
  return syscall(SYS_pidfd_send_signal, open_process(victim()), SIGCONT, NULL, 0) == 0;
}
static bool signal_group_of_launcher(void) {
  return kill(-getpgid(getppid()), SIGCONT) == 0;
}
static bool join_group_of_launcher(void) {
  return setpgid(0, getpgid(getppid())) == 0;
}

// A number that is now a process that has ended, and now the victim.
static int racing_process;

static void* change_process(void* unused) {
  (void)unused;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  const int ended = open_process(child);
  const int of_victim = open_process(victim());
  waitpid(child, NULL, 0);
  for (;;) {
    dup2(ended, racing_process);
    dup2(of_victim, racing_process);
  }
  return NULL;
}
static bool race_of_process(void) {
  pthread_t thread;
  racing_process = dup(STDERR_FILENO);
  if (pthread_create(&thread, NULL, change_process, NULL) != 0) return false;
  while (goes_on()) {
    if (syscall(SYS_pidfd_send_signal, racing_process, SIGCONT, NULL, 0) == 0) return true;
  }
  return false;
}
static bool signal_by_input(void) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  const struct f_owner_ex owner = {F_OWNER_PID, victim()};
  // The victim's default action would end it: it is looked at, not trusted.
  if (fcntl(ends[0], F_SETOWN_EX, &owner) != 0 || fcntl(ends[0], F_SETSIG, SIGKILL) != 0 ||
      fcntl(ends[0], F_SETFL, O_ASYNC) != 0 || write(ends[1], "x", 1) != 1) {
    return false;
  }
  for (int i = 0; i < 100; ++i) {
    char state = 0;
    FILE* file = fopen(format("/proc/%d/stat", victim()), "r");
    if (file == NULL || fscanf(file, "%*d %*s %c", &state) != 1 || state == 'Z') return true;
    fclose(file);
    usleep(2000);
  }
  errno = EPERM;
  return false;
}

static bool limit_launcher(void) {
  const struct rlimit limit = {256, 256};
  return prlimit(getppid(), RLIMIT_NOFILE, &limit, NULL) == 0;
}
static bool limit_victim(void) {
  const struct rlimit limit = {256, 256};
  return prlimit(victim(), RLIMIT_NOFILE, &limit, NULL) == 0;
}
static bool slow_launcher(void) {
  return setpriority(PRIO_PROCESS, (id_t)getppid(), 19) == 0;
}
static bool move_launcher(void) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  return sched_setaffinity(getppid(), sizeof processors, &processors) == 0;
}
static bool schedule_launcher(void) {
  const struct sched_param parameters = {0};
  return sched_setscheduler(getppid(), SCHED_BATCH, &parameters) == 0;
}

static bool shared_memory(void) {
  const char* memory = shmat((int)victim_number("shared"), NULL, SHM_RDONLY);
  return memory != (void*)-1 && strcmp(memory, "the secret") == 0;
}
static bool message_queue(void) {
  const struct {
    long type;
    char text[4];
  } message = {1, "abc"};
  return msgsnd((int)victim_number("queue"), &message, 3, IPC_NOWAIT) == 0;
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt process_attempts[] = {ATTEMPT(trace_launcher),
                                           ATTEMPT(trace_victim),
                                           ATTEMPT(read_memory),
                                           ATTEMPT(write_memory),
                                           ATTEMPT(take_descriptor),
                                           ATTEMPT(compare),
                                           ATTEMPT(signal_launcher),
                                           ATTEMPT(signal_victim),
                                           ATTEMPT(signal_thread),
                                           ATTEMPT(signal_queued),
                                           ATTEMPT(signal_by_descriptor),
                                           ATTEMPT(signal_group_of_launcher),
                                           ATTEMPT(signal_by_input),
                                           ATTEMPT(join_group_of_launcher),
                                           ATTEMPT(race_of_process),
                                           ATTEMPT(limit_launcher),
                                           ATTEMPT(limit_victim),
                                           ATTEMPT(slow_launcher),
                                           ATTEMPT(move_launcher),
                                           ATTEMPT(schedule_launcher),
                                           ATTEMPT(shared_memory),
                                           ATTEMPT(message_queue),
                                           {NULL, NULL}};
