#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <cstdint>

#include "answers.hpp"
#include "callers.hpp"
#include "control_messages.hpp"
#include "sockets.hpp"

namespace launcher {

/// A message that the launcher sends for a caller. Its parts stay in the caller's memory until they are sent.
class SocketMessage {
 public:
  SocketMessage(int listener, std::uint64_t id, pid_t thread) : caller_(listener, id, thread) {}
  ~SocketMessage();
  SocketMessage(const SocketMessage&) = delete;
  SocketMessage& operator=(const SocketMessage&) = delete;

  /// One buffer with an address, as of sendto(). 0, or the error.
  int read(std::uint64_t buffer, std::uint64_t size, std::uint64_t address, std::uint64_t address_size);

  /// A msghdr in the caller's memory. 0, or the error.
  int read_header(std::uint64_t header);

  [[nodiscard]] bool has_address() const { return address_.size > 0; }
  GivenAddress& address() { return address_; }
  void remove_address() { address_.size = 0; }

  /// Keeps `place` open while the message lives: its address leads there.
  void keep_place(int place) { place_ = place; }

  /// Sends it, or what is left of it, without blocking. kProceed: it would block, and the caller wants to wait.
  Answer send(int socket, const SocketKind& kind, int flags);

  CallingProcess& caller() { return caller_; }

 private:
  int read_parts(std::uint64_t address, std::uint64_t count);
  [[nodiscard]] std::size_t left() const { return total_ - sent_; }
  bool copy(char* to, std::size_t size) const;
  ssize_t send_part(int socket, const char* data, std::size_t size, int flags);
  Answer send_datagram(int socket, int flags);
  Answer send_stream(int socket, int flags);
  Answer failed(int error, int flags);

  CallingProcess caller_;
  GivenAddress address_;
  int place_ = -1;
  iovec* parts_ = nullptr;
  std::size_t part_count_ = 0;
  std::size_t total_ = 0;
  std::size_t sent_ = 0;
  bool has_failed_ = false;  // after a part was sent
  ControlMessages control_;
};

/// A message that is on its way, for WaitingCalls.
struct WaitingMessage {
  SocketMessage* message;
  SocketKind kind;
  int flags;
  bool is_counted;               ///< the call returns how many messages were sent, not how many bytes
  std::uint64_t length_address;  ///< where the bytes are written if so
};

/// Allocated without the C++ library; null: there is no memory.
SocketMessage* make_message(int listener, std::uint64_t id, pid_t thread);
void destroy_message(SocketMessage* message);

}  // namespace launcher
