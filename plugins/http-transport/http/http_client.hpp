#pragma once

#include <deque>
#include <map>
#include <memory>

#include <workbench/event_loop.hpp>

#include "http/cookie_jar.hpp"
#include "http/curl_multi.hpp"
#include "http/http_call.hpp"
#include "http/http_exchange.hpp"
#include "http/server_address.hpp"

namespace workbench::http::transport {

/// An HTTP client for one server, on libcurl. It keeps idle connections for later requests, and the
/// server's cookies. [loop thread]
class HttpClient final : public std::enable_shared_from_this<HttpClient>, private CallOwner {
 public:
  /// `loop` must outlive the client.
  HttpClient(EventLoop& loop, ServerAddress address);
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient();

  /// `observer` is called while both it and the returned call live, never from inside this function.
  [[nodiscard]] std::unique_ptr<HttpCall> start(HttpRequest request, std::weak_ptr<ResponseObserver> observer);

  /// While `paused`, nothing is read from the server, and parts and failures of responses are not reported.
  void pause(bool paused);

 private:
  [[nodiscard]] const ServerAddress& address() const override { return address_; }
  [[nodiscard]] const CookieJar& cookies() const override { return cookies_; }
  [[nodiscard]] bool is_paused() const override { return is_paused_; }
  void add_news(HttpCall& call) override;
  [[nodiscard]] bool takes_bodies_as_they_are() const override { return takes_bodies_as_they_are_; }
  void take_bodies_as_they_are(bool as_they_are) override { takes_bodies_as_they_are_ = as_they_are; }
  void remove(HttpCall& call) override;

  [[nodiscard]] CurlMulti& multi();
  void set_max_connections();
  void check_connecting();
  void handle_action();
  [[nodiscard]] bool begin_again(HttpCall& call);
  void report();

  EventLoop& loop_;
  const ServerAddress address_;
  CookieJar cookies_;
  std::unique_ptr<CurlMulti> multi_;  ///< null: there is no connection
  std::map<CURL*, HttpCall*> calls_;
  std::deque<HttpCall*> news_;
  EventLoop::Timer idle_;
  EventLoop::Timer connecting_;
  bool is_paused_ = false;
  bool takes_bodies_as_they_are_ = false;
};

}  // namespace workbench::http::transport
