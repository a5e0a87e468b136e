#include "network/client_socket.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace workbench::http {
namespace {

constexpr std::size_t kReadSize = 64 * 1024;
/// Others have their turn after so much has been written, and so much is encrypted at once.
constexpr std::size_t kMaxWritten = 4 * 1024 * 1024;
constexpr std::size_t kMaxEncrypted = 128 * 1024;

/// For a client that speaks HTTP without TLS to a port that has it. Best effort.
constexpr std::string_view kUseTls =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 30\r\n"
    "Connection: close\r\n\r\nThis port has TLS; use https.\n";

/// All sockets read into the same buffer, because an idle one should not have a buffer of its own.
std::array<char, kReadSize>& read_buffer() {
  static std::array<char, kReadSize> buffer;
  return buffer;
}

}  // namespace

void ClientSocket::start() {
  if (readable_ != nullptr || !fd_) return;
  readable_ = loop_.watch(fd_.get(), Readiness::readable, [this] {
    const auto held = observer_.hold();
    receive();
  });
}

// --- input -----------------------------------------------------------------------------------------------------------

// One read for each time that the socket is ready, so that a client that sends much does not hold up the others.
void ClientSocket::receive() {
  std::array<char, kReadSize>& buffer = read_buffer();
  const ssize_t size = ::recv(fd_.get(), buffer.data(), buffer.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) return disconnect({});
  const std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  if (tls_ != nullptr) return receive_tls(bytes);
  present(bytes);
}

void ClientSocket::receive_tls(std::string_view ciphertext) {
  tls_->receive(ciphertext);
  std::string plain;
  const TlsChannel::Status status = tls_->read(plain, 2 * kReadSize);  // more than fits into what was received
  if (writable_ == nullptr) write_on();
  if (is_closed()) return;
  if (!plain.empty()) present(plain);
  if (is_closed()) return;
  if (status == TlsChannel::Status::failed) {
    if (tls_->is_plain_http()) static_cast<void>(::send(fd_.get(), kUseTls.data(), kUseTls.size(), MSG_NOSIGNAL));
    return disconnect(tls_->reason());
  }
  if (status == TlsChannel::Status::closed) disconnect({});
}

void ClientSocket::present(std::string_view input) {
  if (is_ending_) return;
  if (unused_.empty()) return offer(input);
  unused_.append(input);
  present_again();
}

void ClientSocket::present_again() {
  if (unused_.empty()) return;
  const std::string input = std::exchange(unused_, {});
  offer(input);
}

void ClientSocket::offer(std::string_view input) {
  const bool was_plain = tls_ == nullptr;
  try {
    input.remove_prefix(observer_.on_input(input));
  } catch (...) {  // no memory, for example: nothing would continue the request
    disconnect({});
    throw;
  }
  if (!was_plain || tls_ == nullptr) return keep(input);
  if (!input.empty()) receive_tls(std::string(input));
}

void ClientSocket::keep(std::string_view unused) {
  if (is_closed() || is_ending_) return;
  unused_.insert(0, unused);
  if (unused_.size() > max_unused_) {
    readable_.reset();
  } else {
    start();
  }
}

// --- output ----------------------------------------------------------------------------------------------------------

void ClientSocket::write(Message bytes) {
  if (is_closed() || is_ending_) return;
  queue_.push(std::move(bytes));
  if (writable_ == nullptr) write_on();
}

void ClientSocket::write_on() {
  for (std::size_t written = 0;;) {
    if (tls_ != nullptr) encrypt_some();  // at the very end, too: close_notify may follow
    if (outgoing().is_empty() || written >= kMaxWritten) break;
    const std::vector<iovec>& buffers = outgoing().next();
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(buffers.data());
    message.msg_iovlen = buffers.size();
    const ssize_t size = ::sendmsg(fd_.get(), &message, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) break;
    if (size < 0) return give_up_writing();
    outgoing().consume(static_cast<std::size_t>(size));
    written += static_cast<std::size_t>(size);
  }
  if (unsent() == 0) {
    writable_.reset();
    return shut_down_if_written();
  }
  if (writable_ != nullptr) return;
  writable_ = loop_.watch(fd_.get(), Readiness::writable, [this] {
    const auto held = observer_.hold();
    write_on();
    if (!is_closed()) observer_.on_written();
  });
}

// Encrypting takes a millisecond for a MiB, and the ciphertext takes memory, so it is done as the system accepts it.
void ClientSocket::encrypt_some() {
  if (!ciphertext_.is_empty()) return;
  if (!queue_.is_empty() && tls_->is_established()) {
    std::size_t encrypted = 0;
    for (const iovec& buffer : queue_.next()) {
      const std::size_t size = std::min(buffer.iov_len, kMaxEncrypted - encrypted);
      tls_->write({static_cast<const char*>(buffer.iov_base), size});
      encrypted += size;
      if (encrypted == kMaxEncrypted) break;
    }
    queue_.consume(encrypted);
  }
  if (is_ending_ && queue_.is_empty()) tls_->shut_down();
  if (tls_->has_output()) ciphertext_.push(Message(tls_->take_output()));
}

// The next read reports that, so that earlier input of the client is not lost. Without the shutdown that would be
// so only if the client has disconnected, not if the system has failed (ENOBUFS): a later response would follow half of
// this one.
void ClientSocket::give_up_writing() {
  ::shutdown(fd_.get(), SHUT_RDWR);
  queue_.clear();
  ciphertext_.clear();
  writable_.reset();
  std::string().swap(unused_);
  start();
}

void ClientSocket::end_output() {
  if (is_closed() || std::exchange(is_ending_, true)) return;
  std::string().swap(unused_);
  start();
  if (writable_ == nullptr) write_on();
}

// Closing a socket with unread input resets the connection, and the client could lose the response. So only the sending
// side is closed, and the input is dropped until the client closes the connection, too.
void ClientSocket::shut_down_if_written() {
  if (!is_ending_ || std::exchange(has_shut_down_, true)) return;
  ::shutdown(fd_.get(), SHUT_WR);
}

void ClientSocket::disconnect(std::string_view reason) {
  close();
  observer_.on_disconnect(reason);
}

void ClientSocket::close() {
  readable_.reset();
  writable_.reset();
  queue_.clear();
  ciphertext_.clear();
  std::string().swap(unused_);
  fd_ = {};
}

}  // namespace workbench::http
