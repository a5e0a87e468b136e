// Attempts to read, write and make files.
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

#include "escape.h"

static bool writes_to(int file) {
  const bool is_written = file >= 0 && write(file, "changed", 7) == 7;
  const int error = errno;
  if (file >= 0) close(file);
  errno = error;
  return is_written;
}

bool writes(const char* path) {
  return writes_to(open(path, O_WRONLY));
}

static bool reads_from(int file) {
  char text[64] = "";
  const bool is_read = file >= 0 && read(file, text, sizeof text - 1) > 0;
  if (file >= 0) close(file);
  return is_read && strstr(text, "the secret") != NULL;
}

bool reads(const char* path) {
  return reads_from(open(path, O_RDONLY));
}

static bool read_secret(void) {
  return reads(at("secret/key"));
}
static bool read_secret_by_openat2(void) {
  struct open_how how = {.flags = O_RDONLY};
  return reads_from((int)syscall(SYS_openat2, AT_FDCWD, at("secret/key"), &how, sizeof how));
}
static bool read_secret_by_dot_dot(void) {
  return reads("../secret/key");
}
static bool read_secret_by_symlink(void) {
  return symlink(at("secret"), "link") == 0 && reads("link/key");
}
static bool read_secret_by_hard_link(void) {
  return link(at("secret/key"), "key") == 0 && reads("key");
}
static bool read_secret_by_renaming_it(void) {
  return rename(at("secret/key"), "key") == 0 && reads("key");
}
static bool read_secret_by_renaming_its_folder(void) {
  return rename(at("secret"), "secret") == 0 && reads("secret/key");
}
static bool read_secret_by_folder_descriptor(void) {
  const int folder = open(at("secret"), O_PATH | O_DIRECTORY);
  return folder >= 0 && reads_from(openat(folder, "key", O_RDONLY));
}
static bool read_secret_by_path_descriptor(void) {
  const int key = open(at("secret/key"), O_PATH);
  return key >= 0 && reads(format("/proc/self/fd/%d", key));
}
static bool read_secret_by_exec(void) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", format("read x < %s && test \"$x\" = 'the secret'", at("secret/key")), NULL);
    _exit(1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}
static bool list_secret(void) {
  return open(at("secret"), O_RDONLY | O_DIRECTORY) >= 0;
}
static bool read_by_root_of_victim(void) {
  return reads(format("/proc/%d/root%s", victim(), at("secret/key")));
}
static bool read_by_descriptor_of_victim(void) {
  return reads(format("/proc/%d/fd/9", victim()));
}
static bool write_by_directory_of_victim(void) {
  return writes(format("/proc/%d/cwd/target", victim()));
}

static bool write_outside(void) {
  return writes(at("outside/target"));
}
static bool write_by_openat2(void) {
  struct open_how how = {.flags = O_WRONLY};
  return writes_to((int)syscall(SYS_openat2, AT_FDCWD, at("outside/target"), &how, sizeof how));
}
static bool write_by_dot_dot(void) {
  return writes("folder/../../outside/target");
}
static bool write_by_symlink(void) {
  return symlink(at("outside/target"), "link") == 0 && writes("link");
}
static bool write_by_symlink_to_folder(void) {
  return symlink("../outside", "link") == 0 && writes("link/target");
}
static bool write_by_hard_link(void) {
  return link(at("outside/target"), "target") == 0 && writes("target");
}
static bool write_by_working_directory(void) {
  return chdir(at("outside")) == 0 && writes("target");
}
static bool write_by_reopening(void) {
  const int file = open(at("outside/target"), O_RDONLY);
  return file >= 0 && writes(format("/proc/self/fd/%d", file));
}
static bool write_by_mapping(void) {
  const int file = open(at("outside/target"), O_RDWR);
  char* memory = file < 0 ? MAP_FAILED : mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return false;
  memory[0] = 'X';
  return true;
}
static bool append_outside(void) {
  return writes_to(open(at("outside/target"), O_WRONLY | O_APPEND));
}
static bool create_outside(void) {
  return writes_to(open(at("outside/new"), O_WRONLY | O_CREAT, 0600));
}
static bool create_unnamed_outside(void) {
  return writes_to(open(at("outside"), O_WRONLY | O_TMPFILE, 0600));
}
static bool create_by_dangling_symlink(void) {
  return symlink(at("outside/new"), "link") == 0 && writes_to(open("link", O_WRONLY | O_CREAT, 0600));
}
static bool create_shared_memory(void) {
  const char* path = format("/dev/shm/escape-%d", getpid());
  const bool is_made = writes_to(open(path, O_WRONLY | O_CREAT, 0600));
  unlink(path);
  return is_made;
}
static bool make_folder(void) {
  return mkdir(at("outside/new"), 0700) == 0;
}
static bool make_symlink(void) {
  return symlink("target", at("outside/new")) == 0;
}
static bool make_fifo(void) {
  return mknod(at("outside/new"), S_IFIFO | 0600, 0) == 0;
}
static bool make_device(void) {
  return mknod("device", S_IFCHR | 0600, makedev(1, 3)) == 0;
}
static bool make_hard_link_outside(void) {
  return link("file", at("outside/new")) == 0;
}
static bool remove_file(void) {
  return unlink(at("outside/target")) == 0;
}
static bool remove_folder(void) {
  return rmdir(at("outside/empty")) == 0;
}
static bool rename_out(void) {
  return rename("file", at("outside/new")) == 0;
}
static bool rename_over(void) {
  return rename("file", at("outside/target")) == 0;
}
static bool rename_in(void) {
  return rename(at("outside/target"), "target") == 0;
}
static bool exchange(void) {
  return renameat2(AT_FDCWD, "file", AT_FDCWD, at("outside/target"), RENAME_EXCHANGE) == 0;
}
static bool truncate_by_path(void) {
  return truncate(at("outside/target"), 0) == 0;
}
static bool truncate_by_opening(void) {
  return open(at("outside/target"), O_WRONLY | O_TRUNC) >= 0;
}
static bool truncate_by_opening_to_read(void) {
  return open(at("outside/target"), O_RDONLY | O_TRUNC) >= 0;
}
static bool write_to_own_folder_above(void) {
  return mkdir("../new", 0700) == 0;
}

// A folder that is now a folder, and now a link to another.
static void* swap_folder(void* outside) {
  for (;;) {
    rename("folder", "away");
    if (symlink(outside, "folder") == 0) unlink("folder");
    rename("away", "folder");
  }
  return NULL;
}

static bool changed_outside(void) {
  char text[16] = "";
  const int file = open(at("outside/target"), O_RDONLY);
  const bool is_read = read(file, text, sizeof text - 1) > 0;
  close(file);
  return is_read && strncmp(text, "changed", 7) == 0;
}

static bool race_of_folder(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, swap_folder, strdup(at("outside"))) != 0) return false;
  while (goes_on()) {
    for (int i = 0; i < 100; ++i) writes("folder/target");
    if (changed_outside()) return true;
  }
  errno = EACCES;
  return changed_outside();
}

static bool run_grandchild(const char* script) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", format("sh -c 'sh -c \"%s\"'", script), NULL);
    _exit(1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}
static bool write_by_grandchild(void) {
  return run_grandchild(format("echo x > %s", at("outside/target")));
}
static bool write_by_daemon(void) {
  return run_grandchild(format("setsid sh -c \\\"(echo changed > %s) & wait; test -s %s\\\" && grep -q changed %s",
                               at("outside/target"), at("outside/target"), at("outside/target")));
}

// A program that has no file.
static bool write_by_memory_program(void) {
  const int program = memfd_create("program", 0);
  const int own = open("/proc/self/exe", O_RDONLY);
  char bytes[4096];
  ssize_t size;
  while ((size = read(own, bytes, sizeof bytes)) > 0) {
    if (write(program, bytes, (size_t)size) != size) return false;
  }
  const pid_t child = fork();
  if (child == 0) {
    char* arguments[] = {"escape", "write_outside", NULL};
    extern char** environ;
    fexecve(program, arguments, environ);
    _exit(3);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool write_own_memory(void) {
  static const volatile char text[] = "constant";
  const int memory = open("/proc/self/mem", O_RDWR);
  return memory >= 0 && pwrite(memory, "C", 1, (off_t)(size_t)text) == 1 && text[0] == 'C';
}
static bool write_memory_of_victim(void) {
  const int memory = open(format("/proc/%d/mem", victim()), O_RDWR);
  return memory >= 0 && pwrite(memory, "T", 1, (off_t)victim_number("address")) == 1;
}
static bool read_environment_of_victim(void) {
  char text[8192];
  const int file = open(format("/proc/%d/environ", victim()), O_RDONLY);
  return file >= 0 && read(file, text, sizeof text) > 0;
}
static bool read_environment_of_parent(void) {
  char text[8192];
  const int file = open(format("/proc/%d/environ", getppid()), O_RDONLY);
  return file >= 0 && read(file, text, sizeof text) > 0;
}
static bool write_to_pipe_of_parent(void) {
  for (int i = 0; i != 16; ++i) {
    if (open(format("/proc/%d/fd/%d", getppid(), i), O_WRONLY | O_NONBLOCK) >= 0) return true;
  }
  return false;
}
static bool read_terminal_of_victim(void) {
  return reads(format("/dev/pts/%ld", victim_number("terminal")));
}
static bool read_shared_memory_of_victim(void) {
  return reads(format("/dev/shm%s", name_of_shared_memory()));
}
static bool write_setting_of_kernel(void) {
  const int setting = open("/proc/sys/net/ipv4/ip_default_ttl", O_WRONLY);
  return setting >= 0 && write(setting, "64", 2) == 2;
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt file_attempts[] = {ATTEMPT(read_secret),
                                        ATTEMPT(read_secret_by_openat2),
                                        ATTEMPT(read_secret_by_dot_dot),
                                        ATTEMPT(read_secret_by_symlink),
                                        ATTEMPT(read_secret_by_hard_link),
                                        ATTEMPT(read_secret_by_renaming_it),
                                        ATTEMPT(read_secret_by_renaming_its_folder),
                                        ATTEMPT(read_secret_by_folder_descriptor),
                                        ATTEMPT(read_secret_by_path_descriptor),
                                        ATTEMPT(read_secret_by_exec),
                                        ATTEMPT(list_secret),
                                        ATTEMPT(read_by_root_of_victim),
                                        ATTEMPT(read_by_descriptor_of_victim),
                                        ATTEMPT(write_by_directory_of_victim),
                                        ATTEMPT(write_outside),
                                        ATTEMPT(write_by_openat2),
                                        ATTEMPT(write_by_dot_dot),
                                        ATTEMPT(write_by_symlink),
                                        ATTEMPT(write_by_symlink_to_folder),
                                        ATTEMPT(write_by_hard_link),
                                        ATTEMPT(write_by_working_directory),
                                        ATTEMPT(write_by_reopening),
                                        ATTEMPT(write_by_mapping),
                                        ATTEMPT(append_outside),
                                        ATTEMPT(create_outside),
                                        ATTEMPT(create_unnamed_outside),
                                        ATTEMPT(create_by_dangling_symlink),
                                        ATTEMPT(create_shared_memory),
                                        ATTEMPT(make_folder),
                                        ATTEMPT(make_symlink),
                                        ATTEMPT(make_fifo),
                                        ATTEMPT(make_device),
                                        ATTEMPT(make_hard_link_outside),
                                        ATTEMPT(remove_file),
                                        ATTEMPT(remove_folder),
                                        ATTEMPT(rename_out),
                                        ATTEMPT(rename_over),
                                        ATTEMPT(rename_in),
                                        ATTEMPT(exchange),
                                        ATTEMPT(truncate_by_path),
                                        ATTEMPT(truncate_by_opening),
                                        ATTEMPT(truncate_by_opening_to_read),
                                        ATTEMPT(write_to_own_folder_above),
                                        ATTEMPT(race_of_folder),
                                        ATTEMPT(write_by_grandchild),
                                        ATTEMPT(write_by_daemon),
                                        ATTEMPT(write_by_memory_program),
                                        ATTEMPT(write_own_memory),
                                        ATTEMPT(write_memory_of_victim),
                                        ATTEMPT(read_environment_of_victim),
                                        ATTEMPT(read_terminal_of_victim),
                                        ATTEMPT(read_shared_memory_of_victim),
                                        ATTEMPT(read_environment_of_parent),
                                        ATTEMPT(write_to_pipe_of_parent),
                                        ATTEMPT(write_setting_of_kernel),
                                        {NULL, NULL}};
