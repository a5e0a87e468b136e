#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/message.hpp>

#include "network/tls_channel.hpp"
#include "network/write_queue.hpp"

namespace workbench::http {

/// The bytes of one accepted connection, with or without TLS: input of the client, and output to be written.
/// [loop thread]
class ClientSocket {
 public:
  class Observer {
   public:
    /// Held while the socket calls the functions below: they may close the socket, and give up the last other
    /// reference to whatever owns it.
    [[nodiscard]] virtual std::shared_ptr<const void> hold() = 0;

    /// Returns how many bytes of `input` it has used. The others are kept, and presented again with those that follow,
    /// or by present_again().
    [[nodiscard]] virtual std::size_t on_input(std::string_view input) = 0;
    /// Some bytes have been written.
    virtual void on_written() = 0;
    /// The client has closed its sending side, the connection has failed, or TLS has: the last call. `reason` is a
    /// sentence if it is worth a line in the log, else empty.
    virtual void on_disconnect(std::string_view reason) = 0;

   protected:
    ~Observer() = default;
  };

  /// `observer` and `loop` must outlive the socket. While more than `max_unused` bytes of input are not used, no more
  /// is read: requests that wait for an earlier one.
  ClientSocket(EventLoop& loop, FileDescriptor fd, std::size_t max_unused, Observer& observer)
      : loop_(loop), fd_(std::move(fd)), max_unused_(max_unused), observer_(observer) {}
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  /// Begins to read.
  void start();

  /// All bytes from now on are TLS. To be called before start(), or inside on_input() for what follows the bytes that
  /// it uses.
  void begin_tls(std::unique_ptr<TlsChannel> tls) { tls_ = std::move(tls); }

  /// Presents the input that was not used, if there is any, inside this call. The caller holds the observer.
  void present_again();
  [[nodiscard]] bool has_unused() const { return !unused_.empty(); }

  /// Writes `bytes` after all earlier ones, at once as far as the system accepts them. A failure is reported by
  /// on_disconnect(), but never inside this call.
  void write(Message bytes);

  /// Bytes that the system has not accepted yet.
  [[nodiscard]] std::size_t unsent() const { return queue_.size() + ciphertext_.size(); }

  /// Bytes that are kept: unsent ones, and input that was not used.
  [[nodiscard]] std::size_t kept() const { return unsent() + unused_.size(); }

  /// Writes on, as far as the system accepts it, without the loop: for the end of the process.
  void flush() { write_on(); }

  /// No more bytes follow: closes the sending side once all are written. Input is dropped from now on.
  void end_output();

  /// Closes the connection at once. The observer is not called any more.
  void close();
  [[nodiscard]] bool is_closed() const { return !fd_; }

  /// Null: plain TCP.
  [[nodiscard]] const TlsChannel* tls() const { return tls_.get(); }
  [[nodiscard]] int descriptor() const { return fd_.get(); }

 private:
  void receive();
  void receive_tls(std::string_view ciphertext);
  void present(std::string_view input);
  void offer(std::string_view input);
  void keep(std::string_view unused);
  void write_on();
  void encrypt_some();
  [[nodiscard]] WriteQueue& outgoing() { return tls_ == nullptr ? queue_ : ciphertext_; }
  void give_up_writing();
  void shut_down_if_written();
  void disconnect(std::string_view reason);

  EventLoop& loop_;
  FileDescriptor fd_;
  const std::size_t max_unused_;
  std::unique_ptr<TlsChannel> tls_;
  Observer& observer_;
  std::string unused_;          // input that the observer did not use
  WriteQueue queue_;            // the input of write()
  WriteQueue ciphertext_;       // with TLS: its encrypted part
  bool is_ending_ = false;      // the sending side is to be closed
  bool has_shut_down_ = false;  // and is closed
  EventLoop::Watch readable_;
  EventLoop::Watch writable_;
};

}  // namespace workbench::http
