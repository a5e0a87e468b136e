#include "messages.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <new>

namespace launcher {
namespace {

/// A message with more bytes is refused as too long.
constexpr std::size_t kMaxDatagram = std::size_t{1024} * 1024;

/// How many bytes of a stream are copied at a time.
constexpr std::size_t kStreamPart = std::size_t{64} * 1024;

/// For one turn of the loop.
constexpr std::size_t kMaxBytesAtOnce = std::size_t{1024} * 1024;

}  // namespace

SocketMessage::~SocketMessage() {
  std::free(parts_);
  if (place_ >= 0) close(place_);
}

int SocketMessage::read(std::uint64_t buffer, std::uint64_t size, std::uint64_t address, std::uint64_t address_size) {
  parts_ = static_cast<iovec*>(std::malloc(sizeof *parts_));
  if (parts_ == nullptr) return ENOMEM;
  parts_[0] = {reinterpret_cast<void*>(buffer), size};
  part_count_ = 1;
  total_ = size > INT_MAX ? INT_MAX : size;
  return read_address(caller_, address, address_size, address_);
}

int SocketMessage::read_header(std::uint64_t header) {
  msghdr message{};
  if (!caller_.read(header, &message, sizeof message)) return EFAULT;
  if (message.msg_name != nullptr && message.msg_namelen > 0) {
    const auto address = reinterpret_cast<std::uint64_t>(message.msg_name);
    const std::uint64_t size =
        message.msg_namelen > sizeof address_.storage ? sizeof address_.storage : message.msg_namelen;
    if (const int error = read_address(caller_, address, size, address_)) return error;
  }
  if (message.msg_control != nullptr && message.msg_controllen > 0) {
    const auto control = reinterpret_cast<std::uint64_t>(message.msg_control);
    if (const int error = control_.read(caller_, control, message.msg_controllen)) return error;
  }
  return read_parts(reinterpret_cast<std::uint64_t>(message.msg_iov), message.msg_iovlen);
}

int SocketMessage::read_parts(std::uint64_t address, std::uint64_t count) {
  if (count > IOV_MAX) return EMSGSIZE;
  if (count == 0) return 0;
  parts_ = static_cast<iovec*>(std::malloc(count * sizeof *parts_));
  if (parts_ == nullptr) return ENOMEM;
  if (!caller_.read(address, parts_, count * sizeof *parts_)) return EFAULT;
  part_count_ = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (parts_[i].iov_len > INT_MAX - total_) return EINVAL;
    total_ += parts_[i].iov_len;
  }
  return 0;
}

/// Copies `size` bytes, from the first that is not sent on. False as well if the caller has ended: they may be those of
/// another process, which has got its id.
bool SocketMessage::copy(char* to, std::size_t size) const {
  std::size_t skipped = sent_;
  for (std::size_t i = 0; i < part_count_ && size > 0; ++i) {
    if (skipped >= parts_[i].iov_len) {
      skipped -= parts_[i].iov_len;
      continue;
    }
    std::size_t part = parts_[i].iov_len - skipped;
    if (part > size) part = size;
    if (!caller_.read(reinterpret_cast<std::uint64_t>(parts_[i].iov_base) + skipped, to, part)) return false;
    to += part;
    size -= part;
    skipped = 0;
  }
  return size == 0 && caller_.is_waiting();
}

Answer SocketMessage::send(int socket, const SocketKind& kind, int flags) {
  const bool waits = kind.blocks && (flags & MSG_DONTWAIT) == 0;
  const Answer answer = kind.is_stream() ? send_stream(socket, flags) : send_datagram(socket, flags);
  if (answer.kind == Answer::Kind::error && answer.value == EAGAIN && waits) return kProceed;
  // A stream that blocks takes all of it.
  const bool has_more = answer.kind == Answer::Kind::value && kind.is_stream() && left() > 0 && !has_failed_;
  return has_more && waits ? kProceed : answer;
}

Answer SocketMessage::send_datagram(int socket, int flags) {
  if (total_ > kMaxDatagram) return answer_error(EMSGSIZE);
  char* data = static_cast<char*>(std::malloc(total_ + 1));
  if (data == nullptr) return answer_error(ENOMEM);
  const bool is_copied = copy(data, total_);
  const ssize_t sent = is_copied ? send_part(socket, data, total_, flags) : -1;
  const int error = is_copied ? errno : EFAULT;
  std::free(data);
  return sent < 0 ? failed(error, flags) : answer_value(sent);
}

// What accompanies a stream goes with its first byte.
Answer SocketMessage::send_stream(int socket, int flags) {
  char* data = static_cast<char*>(std::malloc(kStreamPart));
  if (data == nullptr) return answer_error(ENOMEM);
  const std::size_t begun = sent_;
  int error = 0;
  do {
    const std::size_t size = left() < kStreamPart ? left() : kStreamPart;
    const ssize_t sent = copy(data, size) ? send_part(socket, data, size, flags) : (errno = EFAULT, -1);
    if (sent < 0) {
      error = errno;
    } else {
      sent_ += static_cast<std::size_t>(sent);
    }
  } while (error == 0 && left() > 0 && sent_ - begun < kMaxBytesAtOnce);
  std::free(data);
  has_failed_ = error != 0 && error != EAGAIN;
  return error != 0 && sent_ == 0 ? failed(error, flags) : answer_value(static_cast<long>(sent_));
}

ssize_t SocketMessage::send_part(int socket, const char* data, std::size_t size, int flags) {
  iovec part{const_cast<char*>(data), size};
  msghdr message{};
  message.msg_name = has_address() ? address_.get() : nullptr;
  message.msg_namelen = address_.size;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = sent_ == 0 && control_.size() > 0 ? control_.data() : nullptr;
  message.msg_controllen = sent_ == 0 ? control_.size() : 0;
  return sendmsg(socket, &message, flags | MSG_DONTWAIT | MSG_NOSIGNAL);
}

// The signal goes to the thread that would have got it.
Answer SocketMessage::failed(int error, int flags) {
  if (error == EPIPE && caller_.is_waiting() && (flags & MSG_NOSIGNAL) == 0) {
    syscall(SYS_tgkill, read_status(caller_.thread(), "Tgid:"), caller_.thread(), SIGPIPE);
  }
  return answer_error(error);
}

SocketMessage* make_message(int listener, std::uint64_t id, pid_t thread) {
  void* memory = std::malloc(sizeof(SocketMessage));
  return memory == nullptr ? nullptr : new (memory) SocketMessage(listener, id, thread);
}

void destroy_message(SocketMessage* message) {
  if (message == nullptr) return;
  message->~SocketMessage();
  std::free(message);
}

}  // namespace launcher
