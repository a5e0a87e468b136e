#pragma once

#include <curl/curl.h>

#include <map>
#include <memory>
#include <optional>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::http::transport {

/// A multi handle of libcurl, driven by the event loop: libcurl names the sockets and the time that it waits for, and
/// acts when the loop reports one of them. It owns the connections, those that are idle included. [loop thread]
class CurlMulti {
 public:
  /// `acted` is called from tasks of the loop after libcurl has acted, and not inside one of its functions, so it may
  /// call any of them. It may also destroy this object.
  CurlMulti(EventLoop& loop, MoveOnlyFunction<void()> acted);
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;
  /// Closes the idle connections. Every transfer must have been removed.
  ~CurlMulti();

  /// Starts a transfer in a task of the loop. False: there is not enough memory.
  [[nodiscard]] bool add(CURL* transfer);
  /// Ends a transfer, and closes its connection unless the response is complete.
  void remove(CURL* transfer);
  /// The number of connections to keep, active ones included.
  void set_max_connections(long count);

  /// Lets libcurl look at every transfer, whether or not it waits for something. To be called from tasks of the loop.
  void act_on_all();

  struct Completed {
    CURL* transfer;
    CURLcode result;
  };
  /// The next transfer that is complete.
  [[nodiscard]] std::optional<Completed> next_completed();

 private:
  struct Socket {
    EventLoop::Watch readable;
    EventLoop::Watch writable;
  };

  static int handle_socket(CURL* transfer, curl_socket_t socket, int wanted, void* self, void* unused);
  static int handle_timer(CURLM* multi, long milliseconds, void* self);
  void watch(curl_socket_t socket, int wanted);
  void set_timer(long milliseconds);
  void handle_timeout();
  void act(curl_socket_t socket, int events);

  EventLoop& loop_;
  MoveOnlyFunction<void()> acted_;
  CURLM* const multi_;
  std::map<curl_socket_t, Socket> sockets_;
  EventLoop::Timer timer_;
  /// For tasks that may run after the end of this object.
  const std::shared_ptr<CurlMulti*> self_;
  bool is_timeout_posted_ = false;
};

}  // namespace workbench::http::transport
