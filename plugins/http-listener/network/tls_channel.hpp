#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "network/tls_context.hpp"

struct ssl_st;

namespace workbench::http {

/// The server's side of TLS on one connection: bytes in, bytes out, and no I/O of its own. [loop thread]
///
///     channel.receive(bytes from the socket);
///     while (channel.read(plain, max) == TlsChannel::Status::more) ...
///     channel.write(plain);
///     bytes to the socket = channel.take_output();   // after each of the calls above
///
/// Received input is kept until it is read, so a caller limits memory by when it receives more. Time for each call:
/// a MiB takes about a millisecond, encrypted or decrypted. The read() that answers the client's first message signs
/// with our key and agrees on another one: 0.3 ms in all with P-256, 1 ms with RSA-2048, 5 ms with RSA-4096, and up to
/// 2 ms more if the client chooses a larger group. A client cannot choose anything that takes longer, and one that
/// changes its keys more than 32 times between two calls of read() fails.
class TlsChannel {
 public:
  enum class Status {
    more,         ///< `max` bytes were appended; call read() again, there may be more
    needs_input,  ///< everything that was received has been handled
    closed,       ///< the peer has sent close_notify and sends nothing more; it may still read
    failed,       ///< there is a reason(); send the output, which may have an alert, and close the connection
  };

  explicit TlsChannel(std::shared_ptr<const TlsContext> context);
  ~TlsChannel();
  TlsChannel(const TlsChannel&) = delete;
  TlsChannel& operator=(const TlsChannel&) = delete;

  /// Appends to the unread input, and does not process it. 64 KiB or less for each turn of the loop keep the time
  /// of read() short, even if every byte is in a record of its own.
  void receive(std::string_view ciphertext);

  /// Carries the handshake on, and appends at most `max` (more than 0) decrypted bytes to `plain`.
  [[nodiscard]] Status read(std::string& plain, std::size_t max);

  /// Encrypts all of `plain` into the output. To limit time and memory, write long bodies in pieces of 256 KiB or less,
  /// as the socket accepts the output. No effect unless is_established(), and after shut_down() or a failure.
  void write(std::string_view plain);

  /// The bytes to be sent since the last call: handshake, alerts, and written data.
  [[nodiscard]] std::string take_output();
  [[nodiscard]] bool has_output() const;

  /// Adds close_notify to the output, once; nothing can be written afterwards. Nothing is added before the handshake is
  /// complete, or after a failure.
  void shut_down();

  /// Whether the handshake is complete. Remains true after shut_down() and failures.
  [[nodiscard]] bool is_established() const { return is_established_; }

  /// The subject of the client's verified certificate as in RFC 2253, in UTF-8: `CN=ada,O=Example`. Control characters
  /// are escaped. Absent: it sent none. Empty: its certificate has no subject, so that it identifies no principal. Only
  /// once is_established().
  [[nodiscard]] std::optional<std::string> peer_subject() const;

  /// Why read() has failed, as the end of "the TLS connection failed: ". Empty: it has not.
  [[nodiscard]] const std::string& reason() const { return reason_; }

  /// Whether it failed because the client speaks HTTP without TLS. The output is empty then, so that the caller can
  /// answer in plain HTTP.
  [[nodiscard]] bool is_plain_http() const { return is_plain_http_; }

  /// Whether it failed because of the client's certificate: there is none although it is required, or it is not
  /// trusted.
  [[nodiscard]] bool is_certificate_refused() const { return is_certificate_refused_; }

 private:
  class Buffers;

  [[nodiscard]] Status status_after(int result);
  void fail();
  void count_handshake_message();

  const std::shared_ptr<const TlsContext> context_;
  std::unique_ptr<Buffers> buffers_;
  ssl_st* const ssl_;
  std::string reason_;
  int handshake_messages_ = 0;  // since read() was called, once it is established
  bool is_established_ = false;
  bool is_plain_http_ = false;
  bool is_certificate_refused_ = false;
  bool is_shut_down_ = false;
};

}  // namespace workbench::http
