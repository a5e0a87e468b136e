#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <workbench/connection.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/host.hpp>
#include <workbench/line_framing.hpp>

namespace workbench {

/// A Connection over a socket, or over a pair of descriptors, with one message a line. A transport has to open the
/// descriptor, and a listener to accept it; the rest is here:
///
///   return std::unique_ptr<Connection>(
///       std::make_unique<LineConnection>(host, std::move(socket), LineConnection::Peer::server));
///
/// A socket may still be connecting. A pipe as output needs SIGPIPE ignored, as it is in the workbench.
///
/// close() still writes what has been accepted, for a third of Limits::shutdown at most. When the peer ends the
/// connection, what it has written before is delivered first. The observer may destroy the connection in on_closed(),
/// and in no other call.
class LineConnection : public Connection {
 public:
  enum class Peer {
    server,  ///< the end of its output is the end of the connection (ErrorKind::unavailable)
    client,  ///< it may wait for its last responses: on_end_of_input(). The host closes the connection
  };

  /// Over a socket.
  LineConnection(Host& host, FileDescriptor socket, Peer peer)
      : LineConnection(host, std::move(socket), FileDescriptor(), peer) {}

  /// Over two descriptors, two pipes for example.
  LineConnection(Host& host, FileDescriptor input, FileDescriptor output, Peer peer)
      : loop_(host.loop()),
        message_bytes_(host.limits().message_bytes),
        flush_time_(host.limits().shutdown / 3),
        peer_(peer),
        framing_(message_bytes_),
        input_(std::move(input)),
        output_(std::move(output)) {}

  void start(ConnectionObserver& observer) override {
    observer_ = &observer;
    update_reading();
  }

  void send(Message message) override {
    if (!can_write()) return;
    message.append("\n");
    backlog_ += message.size();
    unsent_.push_back(std::move(message));
    if (!writing_) writing_ = loop_.watch(output_fd(), Readiness::writable, [this] { write_some(); });
  }

  [[nodiscard]] std::size_t backlog() const override { return backlog_; }

  void pause_reading(bool paused) override {
    is_paused_ = paused;
    update_reading();
  }

  void close() noexcept override {
    if (observer_ == nullptr || closing_) return;
    const std::chrono::milliseconds patience = backlog_ == 0 ? std::chrono::milliseconds(0) : flush_time_;
    closing_ = loop_.after(patience, [this] { end({}); });
  }

 private:
  /// What LineFraming finds.
  struct LineSink {
    void line(std::string text) { connection.observer_->on_message(std::move(text)); }
    void overlong(std::string_view beginning) {
      const std::string what = connection.framing_.has_no_memory()
                                   ? " sent a message for which there is not enough memory"
                                   : " sent a message of more than " + std::to_string(connection.message_bytes_) +
                                         " bytes, which is the limit (limits.messageBytes)";
      connection.observer_->on_undeliverable({ErrorKind::protocol, connection.peer() + what}, beginning);
    }
    LineConnection& connection;
  };

  [[nodiscard]] int output_fd() const { return output_.is_open() ? output_.get() : input_.get(); }
  [[nodiscard]] bool can_write() const { return observer_ != nullptr && !write_failure_ && !closing_; }

  [[nodiscard]] static bool should_try_again() { return errno == EAGAIN || errno == EINTR; }
  [[nodiscard]] Error failure_of_errno() const {
    return {kind_of_end(), "the connection to " + peer() + " failed: " + std::generic_category().message(errno)};
  }

  [[nodiscard]] ErrorKind kind_of_end() const {
    return peer_ == Peer::client ? ErrorKind::cancelled : ErrorKind::unavailable;
  }
  [[nodiscard]] std::string peer() const { return peer_ == Peer::client ? "the client" : "the server"; }
  [[nodiscard]] std::string peer_closed() const { return peer() + " closed the connection"; }

  // Reading.

  /// Reads when it should and does not when it should not. After a failed write, only the existing input is read.
  void update_reading() {
    if (observer_ == nullptr || is_paused_ || has_input_ended_) {
      reading_.reset();
      reading_rest_.reset();
    } else if (write_failure_) {
      reading_.reset();
      reading_rest_ = loop_.after(std::chrono::milliseconds(0), [this] { read_some(); });
    } else if (!reading_) {
      reading_ = loop_.watch(input_.get(), Readiness::readable, [this] { read_some(); });
    }
  }

  void read_some() {
    std::array<char, 65536> bytes;
    const ssize_t count = ::read(input_.get(), bytes.data(), bytes.size());
    if (count < 0) {
      if (!should_try_again()) return end(failure_of_errno());
      if (write_failure_ && errno != EINTR) return end({});
    } else if (count == 0) {
      return handle_end_of_input();
    } else {
      LineSink sink{*this};
      framing_.feed({bytes.data(), static_cast<std::size_t>(count)}, sink);
    }
    if (write_failure_) update_reading();
  }

  void handle_end_of_input() {
    has_input_ended_ = true;
    update_reading();
    if (const std::string_view rest = framing_.unfinished(); !rest.empty()) {
      observer_->on_undeliverable({ErrorKind::protocol, peer() + " closed the connection inside a message"}, rest);
    }
    if (write_failure_) return end({});
    if (closing_) return;
    if (peer_ == Peer::client) return observer_->on_end_of_input();
    end({kind_of_end(), peer_closed()});
  }

  // Writing.

  void write_some() {
    const ssize_t count = write_pieces();
    if (count < 0) return should_try_again() ? void() : handle_write_failure(failure_of_errno());
    remove_written(static_cast<std::size_t>(count));
    if (backlog_ > 0) return;
    writing_.reset();
    if (closing_) return end({});
    observer_->on_drained();
  }

  /// Writes as many pieces at once as every system accepts.
  ssize_t write_pieces() {
    std::array<iovec, 64> parts;
    std::size_t count = 0;
    std::size_t skipped = written_of_first_;
    for (const Message& message : unsent_) {
      for (const Message::Piece& piece : message.pieces()) {
        const std::string_view text = piece.text().substr(std::min(skipped, piece.text().size()));
        skipped -= piece.text().size() - text.size();
        if (text.empty()) continue;
        parts[count++] = {const_cast<char*>(text.data()), text.size()};  // iovec is for reading, too
        if (count == parts.size()) return write_parts(parts.data(), count);
      }
    }
    return write_parts(parts.data(), count);
  }

  ssize_t write_parts(iovec* parts, std::size_t count) {
    if (is_socket_) {
      msghdr header{};
      header.msg_iov = parts;
      header.msg_iovlen = count;
      const ssize_t written = ::sendmsg(output_fd(), &header, MSG_NOSIGNAL);
      if (written >= 0 || errno != ENOTSOCK) return written;
      is_socket_ = false;
    }
    return ::write(output_fd(), parts->iov_base, parts->iov_len);
  }

  void remove_written(std::size_t bytes) {
    backlog_ -= bytes;
    written_of_first_ += bytes;
    while (!unsent_.empty() && written_of_first_ >= unsent_.front().size()) {
      written_of_first_ -= unsent_.front().size();
      unsent_.pop_front();
    }
  }

  /// The peer does not read any more. What it has written before is delivered first.
  void handle_write_failure(Error failure) {
    discard_unsent();
    if (has_input_ended_ || closing_) return end(std::move(failure));
    write_failure_ = std::move(failure);
    update_reading();
  }

  void discard_unsent() {
    writing_.reset();
    unsent_.clear();
    written_of_first_ = backlog_ = 0;
  }

  /// `reason` counts unless the end began earlier.
  void end(Error reason) {
    if (write_failure_) {
      reason = *std::move(write_failure_);
    } else if (closing_) {
      reason = {ErrorKind::cancelled, has_input_ended_ ? peer_closed() : "closed by the workbench"};
    }
    discard_unsent();
    ConnectionObserver& observer = *std::exchange(observer_, nullptr);
    update_reading();
    closing_.reset();
    input_.close();
    output_.close();
    observer.on_closed(reason);  // the last line: it may destroy this
  }

  EventLoop& loop_;
  const std::size_t message_bytes_;
  const std::chrono::milliseconds flush_time_;
  const Peer peer_;
  LineFraming framing_;
  ConnectionObserver* observer_ = nullptr;  // null: not started, or ended
  std::deque<Message> unsent_;
  std::size_t written_of_first_ = 0;  // of unsent_
  std::size_t backlog_ = 0;
  std::optional<Error> write_failure_;
  bool is_socket_ = true;  // as far as known; of the output
  bool is_paused_ = false;
  bool has_input_ended_ = false;
  FileDescriptor input_;
  FileDescriptor output_;  // none: the input is a socket
  // Destroyed before the descriptors that they watch.
  EventLoop::Watch reading_;
  EventLoop::Watch writing_;
  EventLoop::Timer reading_rest_;
  EventLoop::Timer closing_;
};

}  // namespace workbench
