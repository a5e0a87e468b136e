#include "filter.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>

#include "denied_calls.hpp"
#include "noted_calls.hpp"

namespace launcher {
namespace {

/// Arguments that the kernel takes as 32 bits are compared as such: what a program puts into the other half does not
/// count.
constexpr scmp_datum_t kLow = 0xffffffff;

constexpr scmp_datum_t kTypeOfSocket = 0xf;
constexpr scmp_datum_t kPriorityOfUser = 3;  // IOPRIO_WHO_USER
constexpr scmp_datum_t kSetOwnerEx = 15;     // F_SETOWN_EX

scmp_arg_cmp compare(unsigned argument, scmp_compare comparison, scmp_datum_t value, scmp_datum_t other = 0) {
  return {argument, comparison, value, other};
}
scmp_arg_cmp equals(unsigned argument, scmp_datum_t value, scmp_datum_t mask = kLow) {
  return compare(argument, SCMP_CMP_MASKED_EQ, mask, value);
}
scmp_arg_cmp has_bit(unsigned argument, scmp_datum_t value) {
  return equals(argument, value, value);
}
scmp_arg_cmp is_set(unsigned argument) {
  return compare(argument, SCMP_CMP_NE, 0);
}

class Filter {
 public:
  explicit Filter(const FilterOptions& options) : options_(options), context_(seccomp_init(SCMP_ACT_ALLOW)) {}
  ~Filter() { seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  bool make(sock_fprog& program) {
    if (context_ == nullptr) return false;
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree, not a list
    seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    add_denied();
    add_sockets();
    add_options_of_sockets();
    add_terminals_and_attributes();
    add_namespaces();
    add_processes();
    if (options_.has_notification) add_notified();
    return is_complete_ && export_to(program);
  }

 private:
  template <typename... Comparisons>
  void add(std::uint32_t action, int call, Comparisons... comparisons) {
    const int result = seccomp_rule_add(context_, action, call, sizeof...(comparisons), comparisons...);
    if (result != 0) {
      is_complete_ = false;
      errno = -result;
    }
  }

  /// The launcher records it, and answers as `refuse` does; or lets it through while it learns.
  template <typename... Comparisons>
  void deny(int error, int call, Comparisons... comparisons) {
    add(options_.has_notification ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call,
        comparisons...);
  }
  /// Without a record.
  template <typename... Comparisons>
  void refuse(int error, int call, Comparisons... comparisons) {
    add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, comparisons...);
  }
  template <typename... Comparisons>
  void notify(int call, Comparisons... comparisons) {
    if (options_.has_notification) add(SCMP_ACT_NOTIFY, call, comparisons...);
  }

  // io_uring and clone3 are refused while learning as well: programs do without, and what they do is seen.
  void add_denied() {
    for (std::size_t i = 0; i < kDeniedCallCount; ++i) {
      const DeniedCall& call = kDeniedCalls[i];
      if (call.is_recorded) {
        deny(call.error, call.number);
      } else {
        refuse(call.error, call.number);
      }
    }
    // Another listener could answer for the launcher.
    refuse(EBUSY, SYS_seccomp, has_bit(1, SECCOMP_FILTER_FLAG_NEW_LISTENER));
  }

  // Only Unix sockets, TCP and UDP. Families are compared whole: a larger number is none of them.
  void add_sockets() {
    if (options_.learns) return;
    for (const int call : {SYS_socket, SYS_socketpair}) {
      for (scmp_datum_t family = 0; family < AF_INET6; ++family) {
        if (family != AF_UNIX && family != AF_INET) refuse(EAFNOSUPPORT, call, equals(0, family));
      }
      add(SCMP_ACT_ERRNO(EAFNOSUPPORT), call, compare(0, SCMP_CMP_GT, AF_INET6));
    }
    for (scmp_datum_t type = 0; type <= kTypeOfSocket; ++type) {
      if (type == SOCK_STREAM || type == SOCK_DGRAM) continue;
      const int error = type == SOCK_RAW ? EPERM : EPROTONOSUPPORT;
      for (const scmp_datum_t family : {scmp_datum_t{AF_INET}, scmp_datum_t{AF_INET6}}) {
        deny(error, SYS_socket, equals(0, family), equals(1, type, kTypeOfSocket));
      }
    }
    for (const scmp_datum_t family : {scmp_datum_t{AF_INET}, scmp_datum_t{AF_INET6}}) add_protocols(family);
  }

  void add_protocols(scmp_datum_t family) {
    for (scmp_datum_t protocol = 1; protocol < IPPROTO_UDP; ++protocol) {
      if (protocol != IPPROTO_TCP) refuse(EPROTONOSUPPORT, SYS_socket, equals(0, family), equals(2, protocol));
    }
    add(SCMP_ACT_ERRNO(EPROTONOSUPPORT), SYS_socket, equals(0, family), compare(2, SCMP_CMP_GT, IPPROTO_UDP));
  }

  // Options and flags that make a packet go elsewhere than to the address that was checked: source routes, data within
  // the request to connect.
  void add_options_of_sockets() {
    if (options_.learns) return;
    constexpr scmp_datum_t kVersion6PacketOptions = 6;  // IPV6_2292PKTOPTIONS
    constexpr scmp_datum_t kVersion6OldRoute = 5;       // IPV6_2292RTHDR
    constexpr scmp_datum_t kVersion6FlowLabels = 32;    // IPV6_FLOWLABEL_MGR: a label may bring a route
    constexpr scmp_datum_t kFastOpenConnect = 30;       // TCP_FASTOPEN_CONNECT
    refuse(EPERM, SYS_setsockopt, equals(1, IPPROTO_IP), equals(2, IP_OPTIONS));
    refuse(EPERM, SYS_setsockopt, equals(1, IPPROTO_IPV6), equals(2, IPV6_RTHDR));
    refuse(EPERM, SYS_setsockopt, equals(1, IPPROTO_IPV6), equals(2, kVersion6OldRoute));
    refuse(EPERM, SYS_setsockopt, equals(1, IPPROTO_IPV6), equals(2, kVersion6PacketOptions));
    refuse(EPERM, SYS_setsockopt, equals(1, IPPROTO_IPV6), equals(2, kVersion6FlowLabels));
    refuse(EOPNOTSUPP, SYS_setsockopt, equals(1, IPPROTO_TCP), equals(2, kFastOpenConnect));
    refuse(EOPNOTSUPP, SYS_sendto, has_bit(3, MSG_FASTOPEN));
    // With notification, the launcher refuses these.
    if (options_.has_notification) return;
    refuse(EOPNOTSUPP, SYS_sendmsg, has_bit(2, MSG_FASTOPEN));
    refuse(EOPNOTSUPP, SYS_sendmmsg, has_bit(3, MSG_FASTOPEN));
  }

  // Input for another program's terminal, and flags of files (chattr), which a descriptor for reading suffices to set.
  void add_terminals_and_attributes() {
    constexpr scmp_datum_t kSetFlags[] = {0x40086602, 0x40046602, 0x401c5820, 0x40806685, 0x40087602};
    refuse(EPERM, SYS_ioctl, equals(1, TIOCSTI));
    refuse(EPERM, SYS_ioctl, equals(1, TIOCLINUX));
    if (options_.learns) return;
    // What makes and removes subvolumes of Btrfs: a copy of all files, in a folder that may be read.
    constexpr scmp_datum_t kOfSubvolumes[] = {0x9401, 0x940e, 0x940f, 0x9417, 0x9418, 0x941a, 0x943f};
    constexpr scmp_datum_t kKindOfRequest = 0xffff;
    for (const scmp_datum_t request : kOfSubvolumes) refuse(EPERM, SYS_ioctl, equals(1, request, kKindOfRequest));
    constexpr scmp_datum_t kHandleFaults = 0xaa00;  // USERFAULTFD_IOC_NEW, as the call userfaultfd()
    refuse(EPERM, SYS_ioctl, equals(1, kHandleFaults));
    for (const scmp_datum_t request : kSetFlags) refuse(EPERM, SYS_ioctl, equals(1, request));
  }

  void add_namespaces() {
    constexpr scmp_datum_t kNewTime = 0x80;  // a bit of the signal in clone()
    for (const scmp_datum_t kind : {scmp_datum_t{CLONE_NEWNS}, scmp_datum_t{CLONE_NEWCGROUP},
                                    scmp_datum_t{CLONE_NEWUTS}, scmp_datum_t{CLONE_NEWIPC}, scmp_datum_t{CLONE_NEWUSER},
                                    scmp_datum_t{CLONE_NEWPID}, scmp_datum_t{CLONE_NEWNET}}) {
      deny(EPERM, SYS_clone, has_bit(0, kind));
      deny(EPERM, SYS_unshare, has_bit(0, kind));
    }
    deny(EPERM, SYS_unshare, has_bit(0, kNewTime));
  }

  // On other processes: the launcher looks whose they are.
  void add_processes() {
    for (std::size_t i = 0; i < kCallOnProcessCount; ++i) {
      const CallOnProcess& call = kCallsOnProcesses[i];
      if (call.changes >= 0) {
        deny(EPERM, call.number, is_set(call.process), is_set(static_cast<unsigned>(call.changes)));
      } else {
        deny(EPERM, call.number, is_set(call.process));
      }
    }
    // All processes of the user.
    deny(EPERM, SYS_setpriority, equals(0, PRIO_USER));
    deny(EPERM, SYS_ioprio_set, equals(0, kPriorityOfUser));
    // The launcher's group: calls on the group of the caller would be calls on the launcher.
    if (!options_.learns) refuse(EPERM, SYS_setpgid, equals(1, static_cast<scmp_datum_t>(getpgrp())));
    if (options_.landlock_abi >= kLandlockWithScopes || options_.learns) return;
    for (std::size_t i = 0; i < kSignalCallCount; ++i) notify(kSignalCalls[i]);
    // A descriptor can send a signal, too, to the process that was set as its owner.
    for (const scmp_datum_t command : {scmp_datum_t{F_SETOWN}, kSetOwnerEx}) {
      refuse(EPERM, SYS_fcntl, equals(1, command));
    }
    for (const scmp_datum_t request : {scmp_datum_t{FIOSETOWN}, scmp_datum_t{SIOCSPGRP}}) {
      refuse(EPERM, SYS_ioctl, equals(1, request));
    }
  }

  void add_notified() {
    add_opening();
    for (std::size_t i = 0; i < kPathCallCount; ++i) notify(kPathCalls[i].number);
    for (const int call : {SYS_connect, SYS_bind, SYS_listen, SYS_sendmsg, SYS_sendmmsg}) notify(call);
    notify(SYS_sendto, is_set(4));
    if (!options_.redirects_names) return;
    notify(SYS_recvfrom, is_set(4));
    notify(SYS_recvmsg);
    notify(SYS_recvmmsg);
  }

  // To write; and to read the entries of a folder, which the launcher opens where Landlock cannot say so.
  void add_opening() {
    add_opening(SYS_openat, 2);
#ifdef SYS_open
    add_opening(SYS_open, 1);
    notify(SYS_creat);
#endif
    notify(SYS_openat2);
  }

  void add_opening(int call, unsigned flags) {
    if (options_.learns) {
      notify(call);
      return;
    }
    for (const scmp_datum_t bit : {scmp_datum_t{O_WRONLY}, scmp_datum_t{O_RDWR}, scmp_datum_t{O_CREAT},
                                   scmp_datum_t{O_TRUNC}, scmp_datum_t{O_DIRECTORY}}) {
      notify(call, has_bit(flags, bit));
    }
  }

  /// With the check for unknown calls in front.
  bool export_to(sock_fprog& program) {
    const int file = memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) return false;
    const int result = seccomp_export_bpf(context_, file);
    const bool is_read = result == 0 && read_from(file, program);
    if (result != 0) errno = -result;
    close(file);
    return is_read;
  }

  static bool read_from(int file, sock_fprog& program) {
    const sock_filter prefix[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstUnknownCall, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    constexpr std::size_t kPrefix = sizeof prefix / sizeof *prefix;
    const auto size = static_cast<std::size_t>(lseek(file, 0, SEEK_END));
    auto* code = static_cast<sock_filter*>(std::malloc(sizeof prefix + size));
    if (code == nullptr) return false;
    for (std::size_t i = 0; i < kPrefix; ++i) code[i] = prefix[i];
    program.filter = code;
    program.len = static_cast<unsigned short>(kPrefix + size / sizeof *code);
    return pread(file, code + kPrefix, size, 0) == static_cast<ssize_t>(size);
  }

  const FilterOptions options_;
  const scmp_filter_ctx context_;
  bool is_complete_ = true;
};

}  // namespace

bool make_filter(const FilterOptions& options, sock_fprog& program) {
  return Filter(options).make(program);
}

}  // namespace launcher
