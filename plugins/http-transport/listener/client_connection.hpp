#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <workbench/listener.hpp>

#include "listener/request.hpp"

namespace workbench::http {

/// A message of the host's on its way out.
struct Outgoing {
  std::string text;
  std::string related_request;  ///< see Message
  bool is_response = false;
  int error_code = 0;
};

/// Where a client's messages go: an exchange, or the streams of a session. [io thread]
class Outlet {
 public:
  /// `written` is to be called once when the bytes have been taken or dropped.
  virtual void take(Outgoing message, std::function<void()> written) = 0;
  /// The host ends the conversation: what has been taken is still written, then ClientLink::end() is due. `was_begun`:
  /// it has been given the first message, and may have acted upon it.
  virtual void close(bool was_begun) = 0;

 protected:
  ~Outlet() = default;
};

/// The door into the host, as long as it is open. Shared by everything that may bring a client in.
struct Reception {
  Host& host;
  boost::asio::io_context& io;
  Listener::Accept accept;  ///< [loop thread]; empty: closed
  std::atomic<bool> is_open{true};

  Reception(Host& the_host, boost::asio::io_context& the_io) : host(the_host), io(the_io) {}
};

/// One client between the two threads: a Connection for the host, an Outlet on the io thread.
class ClientLink final : public std::enable_shared_from_this<ClientLink> {
 public:
  explicit ClientLink(std::shared_ptr<Reception> reception) : reception_(std::move(reception)) {}

  /// What the host is told of a client that comes in.
  struct Introduction {
    std::shared_ptr<const Principal> principal;
    bool is_modern = false;
    std::string capabilities;              ///< see Arrival
    std::shared_ptr<const Fields> fields;  ///< of the POST of a modern request; null: none
  };

  /// Brings the client in with its first message. `outlet` hears what the host says until end(). [io thread]
  void enter(std::shared_ptr<Outlet> outlet, Introduction who, std::string first_message);

  /// A further message. [io thread]
  void deliver(std::string message);

  /// The client is gone, or the host's wish to end is fulfilled: the host is told, and the outlet is let go. [io
  /// thread]
  void end(Error reason);

 private:
  class LinkedConnection;
  friend class LinkedConnection;

  // [loop thread]
  void send(Message message);
  void close();
  void forget_observer() { observer_ = nullptr; }
  [[nodiscard]] std::size_t backlog() const { return backlog_.load(std::memory_order_relaxed); }
  void note_written(std::size_t bytes);  // [io thread]

  const std::shared_ptr<Reception> reception_;
  std::shared_ptr<const Fields> fields_;    // unchanged after enter()
  std::shared_ptr<Outlet> outlet_;          // [io thread]; null after the end
  ConnectionObserver* observer_ = nullptr;  // [loop thread]; null: nobody listens (any more)
  bool was_begun_ = false;                  // [loop thread]
  bool has_ended_ = false;                  // [loop thread]
  std::atomic<std::size_t> backlog_{0};
};

}  // namespace workbench::http
