#include "socket_calls.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "blocking_limit.hpp"

namespace launcher {
namespace {

constexpr std::uint16_t kNamePort = 53;

/// MSG_ZEROCOPY would send what the launcher's memory holds later.
constexpr int kRefusedFlags = MSG_FASTOPEN | MSG_ZEROCOPY;

/// A call sends at most this many. That fewer were sent than were given is part of its contract.
constexpr unsigned kMaxMessages = 64;

/// Connects as far as it goes at once. EINPROGRESS or EAGAIN, as for a socket that does not block: it is still to come.
Answer connect_briefly(int socket, const GivenAddress& address) {
  const BlockingLimit limit;
  const Answer answer = answer_result(::connect(socket, address.get(), address.size));
  const bool is_interrupted = answer.kind == Answer::Kind::error && answer.value == EINTR;
  return is_interrupted ? answer_error(address.family() == AF_UNIX ? EAGAIN : EINPROGRESS) : answer;
}

/// A connection that is being made by a call that blocks.
Answer finish_connect(int socket, void* /*state*/) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
  return error == 0 ? answer_value(0) : answer_error(error);
}

void release_nothing(void* /*state*/) {}

/// A Unix socket whose listener has no room yet.
struct UnixConnect {
  GivenAddress address;
  int place;
};

Answer retry_unix_connect(int socket, void* state) {
  auto& connecting = *static_cast<UnixConnect*>(state);
  const int flags = fcntl(socket, F_GETFL);
  fcntl(socket, F_SETFL, flags | O_NONBLOCK);
  const Answer answer = connect_briefly(socket, connecting.address);
  fcntl(socket, F_SETFL, flags & ~O_NONBLOCK);
  return answer.kind == Answer::Kind::error && answer.value == EAGAIN ? kProceed : answer;
}

void release_unix_connect(void* state) {
  const auto* connecting = static_cast<UnixConnect*>(state);
  if (connecting->place >= 0) close(connecting->place);
  std::free(state);
}

Answer resume_message(int socket, void* state) {
  auto& waiting = *static_cast<WaitingMessage*>(state);
  const Answer answer = waiting.message->send(socket, waiting.kind, waiting.flags);
  if (answer.kind != Answer::Kind::value || !waiting.is_counted) return answer;
  const auto length = static_cast<unsigned>(answer.value);
  const bool is_written = waiting.message->caller().write(waiting.length_address, &length, sizeof length);
  return is_written ? answer_value(1) : answer_error(EFAULT);
}

void release_message(void* state) {
  destroy_message(static_cast<WaitingMessage*>(state)->message);
  std::free(state);
}

}  // namespace

bool SocketCalls::is_handled(int number) {
  for (const int call : {SYS_connect, SYS_bind, SYS_listen, SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom,
                         SYS_recvmsg, SYS_recvmmsg}) {
    if (call == number) return true;
  }
  return false;
}

Answer SocketCalls::handle(const seccomp_notif& notification, CallingProcess& caller) {
  const int number = notification.data.nr;
  if (number == SYS_recvfrom || number == SYS_recvmsg || number == SYS_recvmmsg) {
    return redirected_.handle(notification, caller, waiting_);
  }
  const int socket = caller.duplicate(static_cast<int>(notification.data.args[0]));
  if (socket < 0) return answer_error(-socket == EBADF ? EBADF : EACCES);
  bool is_kept = false;
  const Answer answer = caller.is_waiting() ? with_socket(notification, caller, socket, is_kept) : kGiven;
  if (!is_kept) close(socket);
  return answer;
}

Answer SocketCalls::with_socket(const seccomp_notif& notification, CallingProcess& caller, int socket, bool& is_kept) {
  SocketKind kind;
  if (!find_kind(socket, kind)) return answer_error(ENOTSOCK);
  if (kind.domain != AF_UNIX && !kind.is_internet()) return policy_.learns ? kProceed : answer_error(EACCES);
  switch (notification.data.nr) {
    case SYS_connect: return connect(notification, caller, socket, kind, is_kept);
    case SYS_bind: return bind(notification, caller, socket, kind);
    case SYS_listen: return listen(notification, socket, kind);
    default: return send(notification, socket, kind, is_kept);
  }
}

int SocketCalls::check_internet(int socket, const SocketKind& kind, GivenAddress& address) {
  InternetAddress internet;
  std::uint16_t port = 0;
  // In a send, the kernel takes an address without a family for one of IPv4.
  if (address.family() != AF_INET && address.family() != AF_INET6) return EAFNOSUPPORT;
  if (!read_socket_address(address.get(), address.size, internet, port)) return EINVAL;
  if (port == kNamePort) {
    const GivenAddress asked = address;
    if (!resolver_.redirect(internet, kind.is_stream(), address)) return ECONNREFUSED;
    if (kind.is_datagram()) redirected_.add(socket, asked);
    return 0;
  }
  if (destinations_.admits(internet, port, kind.is_datagram())) return 0;
  char text[kDomainNameSize + 8];
  destinations_.describe(internet, port, text);
  denials_.add("connect", text);
  return policy_.learns ? 0 : EACCES;
}

Answer SocketCalls::connect(const seccomp_notif& notification, CallingProcess& caller, int socket,
                            const SocketKind& kind, bool& is_kept) {
  GivenAddress address;
  const auto& arguments = notification.data.args;
  if (const int error = read_address(caller, arguments[1], arguments[2], address)) return answer_error(error);
  if (address.size < sizeof(sa_family_t)) return answer_error(EINVAL);
  // Ends an association.
  if (address.family() == AF_UNSPEC) return connect_briefly(socket, address);
  if (kind.is_internet()) {
    const int error = check_internet(socket, kind, address);
    return error != 0 ? answer_error(error) : connect_internet(notification, socket, kind, address, is_kept);
  }
  const BorrowedIdentity identity(caller.thread());
  int place = -1;
  const int error = unix_.check(caller, address, place);
  if (error == 0) return connect_unix(notification, socket, kind, address, place, is_kept);
  if (place >= 0) close(place);
  return answer_error(error);
}

Answer SocketCalls::connect_unix(const seccomp_notif& notification, int socket, const SocketKind& kind,
                                 GivenAddress& address, int place, bool& is_kept) {
  UnixConnect connecting{address, place};
  const Answer answer = kind.blocks ? retry_unix_connect(socket, &connecting) : connect_briefly(socket, address);
  auto* state =
      answer.kind == Answer::Kind::proceed ? static_cast<UnixConnect*>(std::malloc(sizeof connecting)) : nullptr;
  if (state == nullptr) {
    if (place >= 0) close(place);
    return answer.kind == Answer::Kind::proceed ? answer_error(ENOMEM) : answer;
  }
  *state = connecting;
  is_kept = true;
  return waiting_.add({notification.id, socket, 0, find_deadline(socket, SO_SNDTIMEO), answer_error(EAGAIN),
                       retry_unix_connect, release_unix_connect, state});
}

// A call that blocks must not block the launcher: for a moment the socket does not, which is all that the caller's
// other threads may notice.
Answer SocketCalls::connect_internet(const seccomp_notif& notification, int socket, const SocketKind& kind,
                                     const GivenAddress& address, bool& is_kept) {
  const bool is_switched = kind.blocks && kind.is_stream();
  const int flags = is_switched ? fcntl(socket, F_GETFL) : 0;
  if (is_switched) fcntl(socket, F_SETFL, flags | O_NONBLOCK);
  const Answer answer = connect_briefly(socket, address);
  if (is_switched) fcntl(socket, F_SETFL, flags);
  const bool is_pending =
      answer.kind == Answer::Kind::error && (answer.value == EINPROGRESS || answer.value == EALREADY);
  if (!is_switched || !is_pending) return answer;
  is_kept = true;
  return waiting_.add({notification.id, socket, EPOLLOUT, find_deadline(socket, SO_SNDTIMEO), answer_error(EINPROGRESS),
                       finish_connect, release_nothing, nullptr});
}

Answer SocketCalls::send(const seccomp_notif& notification, int socket, const SocketKind& kind, bool& is_kept) {
  if (notification.data.nr != SYS_sendmmsg) return send_one(notification, socket, kind, 0, is_kept);
  const auto& arguments = notification.data.args;
  auto count = static_cast<unsigned>(arguments[2]);
  if (count > kMaxMessages) count = kMaxMessages;
  long sent = 0;
  for (unsigned i = 0; i < count; ++i) {
    // Only the first may wait: that fewer were sent than were given is part of the call's contract.
    const Answer answer = send_one(notification, socket, kind, arguments[1] + i * sizeof(mmsghdr), is_kept);
    if (is_kept) return answer;
    if (answer.kind == Answer::Kind::error) return sent > 0 ? answer_value(sent) : answer;
    ++sent;
  }
  return answer_value(sent);
}

Answer SocketCalls::send_checked(int socket, WaitingMessage& message) {
  return message.message->caller().is_waiting() ? resume_message(socket, &message) : answer_error(EINTR);
}

Answer SocketCalls::send_to_unix(int socket, WaitingMessage& message) {
  CallingProcess& caller = message.message->caller();
  const BorrowedIdentity identity(caller.thread());
  int place = -1;
  const int error = unix_.check(caller, message.message->address(), place);
  message.message->keep_place(place);
  return error != 0 ? answer_error(error) : send_checked(socket, message);
}

/// What says that a socket that could not send can do so; 0: nothing. A Unix datagram socket is ready to write, always
/// and again, while the queue of the one that it sends to is full.
static std::uint32_t event_to_send(const SocketKind& kind) {
  return kind.is_datagram() && !kind.is_internet() ? 0 : std::uint32_t{EPOLLOUT};
}

/// `counted` is the address of a mmsghdr, or 0.
Answer SocketCalls::send_one(const seccomp_notif& notification, int socket, const SocketKind& kind,
                             std::uint64_t counted, bool& is_kept) {
  const auto& arguments = notification.data.args;
  const bool is_single = notification.data.nr == SYS_sendto;
  const int flags = static_cast<int>(arguments[notification.data.nr == SYS_sendmsg ? 2 : 3]);
  if ((flags & kRefusedFlags) != 0) return answer_error((flags & MSG_FASTOPEN) != 0 ? EOPNOTSUPP : ENOBUFS);
  SocketMessage* message = make_message(listener_, notification.id, static_cast<pid_t>(notification.pid));
  auto* state = static_cast<WaitingMessage*>(std::malloc(sizeof(WaitingMessage)));
  if (message == nullptr || state == nullptr) {
    destroy_message(message);
    std::free(state);
    return answer_error(ENOMEM);
  }
  *state = {message, kind, flags, counted != 0, counted + offsetof(mmsghdr, msg_len)};
  int error = is_single ? message->read(arguments[1], arguments[2], arguments[4], arguments[5])
                        : message->read_header(counted != 0 ? counted : arguments[1]);
  // A stream goes where it is connected to.
  if (kind.is_stream() && kind.is_internet()) message->remove_address();
  if (error == 0 && message->has_address() && kind.is_internet()) {
    error = check_internet(socket, kind, message->address());
  }
  Answer answer = error != 0                                      ? answer_error(error)
                  : kind.is_internet() || !message->has_address() ? send_checked(socket, *state)
                                                                  : send_to_unix(socket, *state);
  if (answer.kind == Answer::Kind::proceed) {
    const bool is_first = counted == 0 || counted == arguments[1];
    if (is_first) {
      is_kept = true;
      return waiting_.add({notification.id, socket, event_to_send(kind), find_deadline(socket, SO_SNDTIMEO),
                           answer_error(EAGAIN), resume_message, release_message, state});
    }
    answer = answer_error(EAGAIN);
  }
  release_message(state);
  return answer;
}

}  // namespace launcher
