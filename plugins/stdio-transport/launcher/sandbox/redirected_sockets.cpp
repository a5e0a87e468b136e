#include "redirected_sockets.hpp"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "addresses.hpp"

namespace launcher {
namespace {

constexpr std::size_t kMaxRedirected = 256;
constexpr std::size_t kMaxReceived = 65536;
constexpr std::size_t kMaxParts = 64;

/// Where a caller wants what it receives. Offsets of the members that are written are addresses in its memory.
struct Receiving {
  Receiving(int listener, std::uint64_t id, pid_t thread) : caller(listener, id, thread) {}

  CallingProcess caller;
  GivenAddress asked;
  int flags = 0;
  iovec parts[kMaxParts] = {};
  std::size_t part_count = 0;
  std::uint64_t name = 0;
  std::uint64_t name_size_address = 0;  ///< of a socklen_t
  socklen_t name_room = 0;
  std::uint64_t header = 0;          ///< of a msghdr; 0: recvfrom
  std::uint64_t length_address = 0;  ///< of mmsghdr.msg_len; 0: one message
};

bool read_header(const CallingProcess& caller, std::uint64_t address, Receiving& receiving) {
  msghdr header{};
  if (!caller.read(address, &header, sizeof header)) return false;
  receiving.header = address;
  receiving.name = reinterpret_cast<std::uint64_t>(header.msg_name);
  receiving.name_room = header.msg_namelen;
  receiving.name_size_address = address + offsetof(msghdr, msg_namelen);
  receiving.part_count = header.msg_iovlen < kMaxParts ? header.msg_iovlen : kMaxParts;
  return caller.read(reinterpret_cast<std::uint64_t>(header.msg_iov), receiving.parts,
                     receiving.part_count * sizeof(iovec));
}

bool read_arguments(const seccomp_notif& notification, Receiving& receiving) {
  const auto& arguments = notification.data.args;
  if (notification.data.nr == SYS_recvfrom) {
    receiving.parts[0] = {reinterpret_cast<void*>(arguments[1]), arguments[2]};
    receiving.part_count = 1;
    receiving.flags = static_cast<int>(arguments[3]);
    receiving.name = arguments[4];
    receiving.name_size_address = arguments[5];
    return receiving.caller.read(arguments[5], &receiving.name_room, sizeof receiving.name_room);
  }
  const bool is_one = notification.data.nr == SYS_recvmsg;
  receiving.flags = static_cast<int>(arguments[is_one ? 2 : 3]);
  if (!is_one) receiving.length_address = arguments[1] + offsetof(mmsghdr, msg_len);
  return read_header(receiving.caller, arguments[1], receiving);
}

bool write_parts(const Receiving& receiving, const char* data, std::size_t size) {
  for (std::size_t i = 0; i < receiving.part_count && size > 0; ++i) {
    const std::size_t part = receiving.parts[i].iov_len < size ? receiving.parts[i].iov_len : size;
    if (!receiving.caller.write(reinterpret_cast<std::uint64_t>(receiving.parts[i].iov_base), data, part)) return false;
    data += part;
    size -= part;
  }
  return true;
}

bool write_name(const Receiving& receiving, const GivenAddress& source) {
  if (receiving.name == 0) return true;
  const socklen_t written = source.size < receiving.name_room ? source.size : receiving.name_room;
  return receiving.caller.write(receiving.name, &source.storage, written) &&
         receiving.caller.write(receiving.name_size_address, &source.size, sizeof source.size);
}

bool write_header(const Receiving& receiving, int flags) {
  if (receiving.header == 0) return true;
  const std::size_t no_control = 0;
  return receiving.caller.write(receiving.header + offsetof(msghdr, msg_flags), &flags, sizeof flags) &&
         receiving.caller.write(receiving.header + offsetof(msghdr, msg_controllen), &no_control, sizeof no_control);
}

std::size_t room_of(const Receiving& receiving) {
  std::size_t room = 0;
  for (std::size_t i = 0; i < receiving.part_count && room < kMaxReceived; ++i) room += receiving.parts[i].iov_len;
  return room < kMaxReceived ? room : kMaxReceived;
}

/// Whether the address is on loopback, where the resolver is.
bool is_resolver(const GivenAddress& source) {
  InternetAddress address;
  std::uint16_t port = 0;
  return read_socket_address(source.get(), source.size, address, port) && is_loopback(address);
}

Answer receive(int socket, void* state) {
  const Receiving& receiving = *static_cast<Receiving*>(state);
  static char data[kMaxReceived];
  GivenAddress source;
  iovec part{data, room_of(receiving)};
  msghdr message{};
  message.msg_name = &source.storage;
  message.msg_namelen = sizeof source.storage;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  const ssize_t size = recvmsg(socket, &message, receiving.flags | MSG_DONTWAIT);
  if (size < 0 && errno == EAGAIN) return kProceed;
  if (size < 0) return answer_error(errno);
  source.size = message.msg_namelen;
  if (is_resolver(source)) source = receiving.asked;
  // With MSG_TRUNC, the size of the whole.
  const std::size_t copied =
      static_cast<std::size_t>(size) < part.iov_len ? static_cast<std::size_t>(size) : part.iov_len;
  const auto length = static_cast<unsigned>(size);
  const bool is_written =
      write_parts(receiving, data, copied) && write_name(receiving, source) &&
      write_header(receiving, message.msg_flags) &&
      (receiving.length_address == 0 || receiving.caller.write(receiving.length_address, &length, sizeof length));
  if (!is_written) return answer_error(EFAULT);
  return answer_value(receiving.length_address == 0 ? static_cast<long>(size) : 1);
}

void release(void* state) {
  static_cast<Receiving*>(state)->~Receiving();
  std::free(state);
}

}  // namespace

const RedirectedSockets::Entry* RedirectedSockets::find(int socket) const {
  struct stat status {};
  if (fstat(socket, &status) != 0) return nullptr;
  for (const Entry& entry : entries_) {
    if (entry.inode == status.st_ino) return &entry;
  }
  return nullptr;
}

void RedirectedSockets::add(int socket, const GivenAddress& asked) {
  struct stat status {};
  if (fstat(socket, &status) != 0) return;
  for (Entry& entry : entries_) {
    if (entry.inode != status.st_ino) continue;
    entry.asked = asked;
    return;
  }
  const Entry added{status.st_ino, asked};
  if (entries_.size() < kMaxRedirected) {
    entries_.add(added);
  } else {
    entries_[next_++ % kMaxRedirected] = added;
  }
}

Answer RedirectedSockets::handle(const seccomp_notif& notification, CallingProcess& caller, WaitingCalls& waiting) {
  if (entries_.is_empty()) return kProceed;
  const int socket = caller.duplicate(static_cast<int>(notification.data.args[0]));
  if (socket < 0) return kProceed;
  const Entry* entry = caller.is_waiting() ? find(socket) : nullptr;
  void* memory = entry == nullptr ? nullptr : std::malloc(sizeof(Receiving));
  if (memory == nullptr) {
    close(socket);
    return kProceed;
  }
  auto* receiving = new (memory) Receiving(listener_, notification.id, caller.thread());
  receiving->asked = entry->asked;
  SocketKind kind;
  find_kind(socket, kind);
  Answer answer = read_arguments(notification, *receiving) ? receive(socket, receiving) : answer_error(EFAULT);
  // What is in the queue of errors is received without waiting in any case, and no event is only about that.
  const bool waits = kind.blocks && (receiving->flags & (MSG_DONTWAIT | MSG_ERRQUEUE)) == 0;
  if (answer.kind == Answer::Kind::proceed && waits) {
    return waiting.add({notification.id, socket, EPOLLIN, find_deadline(socket, SO_RCVTIMEO), answer_error(EAGAIN),
                        receive, release, receiving});
  }
  if (answer.kind == Answer::Kind::proceed) answer = answer_error(EAGAIN);
  release(receiving);
  close(socket);
  return answer;
}

}  // namespace launcher
