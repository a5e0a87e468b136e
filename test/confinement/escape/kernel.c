// Attempts by what the kernel offers: namespaces, mounts, filters, keys, calls of other architectures.
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "escape.h"

static bool unshare_user(void) {
  return unshare(CLONE_NEWUSER) == 0;
}
static bool unshare_all(void) {
  return unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID) == 0;
}
static bool clones(long call, const void* first, unsigned long second) {
  const long child = syscall(call, first, second, NULL, NULL, 0);
  if (child == 0) _exit(0);
  return child > 0 && waitpid((pid_t)child, NULL, 0) == child;
}
static bool clone_user(void) {
  return clones(SYS_clone, (void*)(CLONE_NEWUSER | SIGCHLD), 0);
}
static bool clone3_user(void) {
  const unsigned long arguments[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
  return clones(435 /* clone3 */, arguments, sizeof arguments);
}
static bool enter_namespace(void) {
  return setns(open("/proc/self/ns/net", O_RDONLY), CLONE_NEWNET) == 0;
}
static bool mount_folder(void) {
  return mount(at("outside"), "folder", NULL, MS_BIND, NULL) == 0;
}
static bool unmount(void) {
  return umount2("folder", MNT_DETACH) == 0 || errno == EINVAL;
}
static bool open_mount(void) {
  return syscall(428 /* open_tree */, AT_FDCWD, at("outside"), 1 /* clone */) >= 0;
}
static bool open_filesystem(void) {
  return syscall(430 /* fsopen */, "tmpfs", 0) >= 0;
}
static bool change_root(void) {
  return chroot(at("outside")) == 0;
}
static bool open_by_handle(void) {
  struct {
    struct file_handle handle;
    unsigned char bytes[128];
  } named = {.handle = {.handle_bytes = 128}};
  int mounted = 0;
  if (name_to_handle_at(AT_FDCWD, at("secret/key"), &named.handle, &mounted, 0) != 0) return false;
  const int file = open_by_handle_at(open(at("work"), O_RDONLY | O_DIRECTORY), &named.handle, O_RDONLY);
  char text[16];
  return file >= 0 && read(file, text, sizeof text) > 0;
}

static bool set_up_ring(void) {
  struct io_uring_params parameters = {0};
  return syscall(SYS_io_uring_setup, 4, &parameters) >= 0;
}
static bool handle_faults(void) {
  return syscall(SYS_userfaultfd, UFFD_USER_MODE_ONLY | O_CLOEXEC) >= 0;
}
static bool load_program(void) {
  union bpf_attr attributes = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
  return syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes) >= 0;
}
static bool measure(void) {
  struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_CPU_CLOCK};
  event.exclude_kernel = 1;
  return syscall(SYS_perf_event_open, &event, 0, -1, -1, 0) >= 0;
}
static bool get_keyring(void) {
  return syscall(SYS_keyctl, 0, -4 /* of the user */, 1) >= 0;
}
static bool add_key(void) {
  return syscall(SYS_add_key, "user", "escape", "x", 1, -2 /* of the process */) >= 0;
}
static bool read_log(void) {
  return klogctl(10 /* size of the buffer */, NULL, 0) > 0;
}
static bool set_host_name(void) {
  char name[256];
  return gethostname(name, sizeof name) == 0 && sethostname(name, strlen(name)) == 0;
}
// A filter of its own with a listener could answer what the launcher is asked.
static bool listen_to_own_calls(void) {
  struct sock_filter code[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const struct sock_fprog program = {1, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program) >= 0;
}

static bool open_raw(void) {
  return socket(AF_INET, SOCK_RAW, 1 /* ICMP */) >= 0;
}
static bool open_raw_version_6(void) {
  return socket(AF_INET6, SOCK_RAW, 58 /* ICMP */) >= 0;
}
static bool open_packet(void) {
  return socket(AF_PACKET, SOCK_RAW, 0) >= 0;
}
static bool open_netlink(void) {
  return socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) >= 0;
}
// The kernel ignores the upper half of the argument.
static bool open_netlink_by_high_bits(void) {
  return syscall(SYS_socket, 0x100000000UL | AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) >= 0;
}
static bool open_raw_by_high_bits(void) {
  return syscall(SYS_socket, AF_INET | 0x700000000UL, SOCK_RAW | 0x500000000UL, 1UL | 0x100000000UL) >= 0;
}

// By the table of calls of 32-bit programs, which has other numbers.
#ifdef __x86_64__
// Of its errors, only those of a filter say that it was not looked at.
static bool reaches_files_by(unsigned long request) {
  char argument[4096] = "";
  ioctl(open(".", O_RDONLY), request, argument);
  return errno != EPERM;
}
static bool copy_subvolume(void) {
  return reaches_files_by(0x50009401) && reaches_files_by(0x50009417);
}
static bool remove_subvolume(void) {
  return reaches_files_by(0x5000940f) && reaches_files_by(0x5000943f);
}
static bool handle_faults_by_device(void) {
  return reaches_files_by(0xaa00);
}
static bool call_of_32_bits(void) {
  char* path = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  long result = 15;  // chmod
  strcpy(path, at("outside/target"));
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(path), "c"(0444) : "memory", "r8", "r9", "r10", "r11");
  if (result != 0) errno = (int)-result;
  return result == 0;
}
#else
static bool call_of_32_bits(void) {
  return chmod(at("outside/target"), 0444) == 0;
}
#endif

#define ATTEMPT(name) \
  { #name, name }
const struct attempt kernel_attempts[] = {ATTEMPT(unshare_user),
                                          ATTEMPT(unshare_all),
                                          ATTEMPT(clone_user),
                                          ATTEMPT(clone3_user),
                                          ATTEMPT(enter_namespace),
                                          ATTEMPT(mount_folder),
                                          ATTEMPT(unmount),
                                          ATTEMPT(open_mount),
                                          ATTEMPT(open_filesystem),
                                          ATTEMPT(change_root),
                                          ATTEMPT(open_by_handle),
                                          ATTEMPT(set_up_ring),
                                          ATTEMPT(handle_faults),
                                          ATTEMPT(load_program),
                                          ATTEMPT(measure),
                                          ATTEMPT(get_keyring),
                                          ATTEMPT(add_key),
                                          ATTEMPT(read_log),
                                          ATTEMPT(set_host_name),
                                          ATTEMPT(listen_to_own_calls),
                                          ATTEMPT(open_raw),
                                          ATTEMPT(open_raw_version_6),
                                          ATTEMPT(open_packet),
                                          ATTEMPT(open_netlink),
                                          ATTEMPT(open_netlink_by_high_bits),
                                          ATTEMPT(open_raw_by_high_bits),
                                          ATTEMPT(copy_subvolume),
                                          ATTEMPT(remove_subvolume),
                                          ATTEMPT(handle_faults_by_device),
                                          ATTEMPT(call_of_32_bits),
                                          {NULL, NULL}};
