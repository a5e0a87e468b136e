#pragma once

#include <curl/curl.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/cookie_jar.hpp"
#include "http/http_exchange.hpp"
#include "http/server_address.hpp"

namespace workbench::http::transport {

class HttpCall;

/// What a call needs of the client that it is made by. [loop thread]
class CallOwner {
 public:
  [[nodiscard]] virtual const ServerAddress& address() const = 0;
  [[nodiscard]] virtual const CookieJar& cookies() const = 0;
  /// Nothing is to be read from the server.
  [[nodiscard]] virtual bool is_paused() const = 0;
  /// The call has something to report: its report() is called soon.
  virtual void add_news(HttpCall& call) = 0;
  /// Whether decoding is off: the server was seen to name content codings that are none.
  [[nodiscard]] virtual bool takes_bodies_as_they_are() const = 0;
  virtual void take_bodies_as_they_are(bool as_they_are) = 0;
  /// The call is destroyed.
  virtual void remove(HttpCall& call) = 0;

 protected:
  ~CallOwner() = default;
};

/// A request, and its response as far as it has been received. Destroying it closes its connection, unless the response
/// is complete; the observer is not called any more. [loop thread]
class HttpCall {
 public:
  HttpCall(std::shared_ptr<CallOwner> owner, HttpRequest request, std::weak_ptr<ResponseObserver> observer);
  HttpCall(const HttpCall&) = delete;
  HttpCall& operator=(const HttpCall&) = delete;
  ~HttpCall();

  // For the client.
  [[nodiscard]] CURL* handle() const { return transfer_.get(); }
  /// There is no connection for it yet.
  [[nodiscard]] bool is_connecting() const { return attempts_ == 0; }
  void complete(CURLcode result);
  /// Whether the transfer that has ended with `result` is to be made once more, without decoding: libcurl 8 decides
  /// before it shows a header, and fails for a content coding that it does not know, also if it is none. Prepares the
  /// handle for it.
  [[nodiscard]] bool begins_again_after(CURLcode result);
  /// Calls the observer once, or not at all. It may destroy this object.
  void report();
  /// Reading is not paused any more. To be called from tasks of the loop.
  void read_on();

 private:
  template <typename T>
  using Owned = std::unique_ptr<T, void (*)(T*)>;

  // Called by libcurl: they record what happens for report(), and call no function of libcurl that acts. No exception
  // leaves them, because libcurl is C: without memory they make it end the transfer.
  static std::size_t handle_header(char* bytes, std::size_t one, std::size_t size, void* self);
  static std::size_t handle_body(char* bytes, std::size_t one, std::size_t size, void* self);
  static int handle_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t sent);
  static int handle_connected(void* self, char*, char*, int, int);
  static curl_socket_t open_public_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static CURLcode handle_tls(CURL*, void* context, void* self);
  template <typename Result, typename Function>
  [[nodiscard]] Result without_exceptions(Result failed, const Function& function) noexcept;
  [[nodiscard]] bool read_header(std::string_view line);
  [[nodiscard]] bool read_coding(std::string_view line);

  template <typename Value>
  void set(CURLoption option, Value value);
  void set_request();
  void set_headers();
  void set_connection();

  [[nodiscard]] bool has_part() const;
  [[nodiscard]] HttpFailure failure() const;

  const std::shared_ptr<CallOwner> owner_;
  const HttpRequest request_;
  const std::weak_ptr<ResponseObserver> observer_;
  Owned<CURL> transfer_;
  Owned<curl_slist> headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};

  int attempts_ = 0;  ///< to send the request over a connection
  bool is_written_ = false;
  bool was_written_reported_ = false;
  std::size_t header_bytes_ = 0;
  std::string reason_;  ///< of the status line
  bool has_head_ = false;
  bool names_no_coding_ = false;  ///< of the response: see names_no_compression()
  bool is_left_coded_ = false;    ///< decoding is off, and the body needs it
  bool was_head_reported_ = false;
  std::string body_;  ///< not reported yet
  bool is_read_paused_ = false;
  std::optional<CURLcode> result_;
  bool is_out_of_memory_ = false;
  bool is_address_refused_ = false;
};

}  // namespace workbench::http::transport
