#include "http/curl_multi.hpp"

#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

namespace workbench::http::transport {
namespace {

CURLM* new_multi() {
  static const CURLcode initialized = ::curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM* multi = initialized == CURLE_OK ? ::curl_multi_init() : nullptr;
  if (multi == nullptr) throw std::runtime_error("libcurl cannot be initialized");
  return multi;
}

}  // namespace

CurlMulti::CurlMulti(EventLoop& loop, MoveOnlyFunction<void()> acted)
    : loop_(loop), acted_(std::move(acted)), multi_(new_multi()), self_(std::make_shared<CurlMulti*>(this)) {
  ::curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &CurlMulti::handle_socket);
  ::curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  ::curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &CurlMulti::handle_timer);
  ::curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
}

CurlMulti::~CurlMulti() {
  ::curl_multi_cleanup(multi_);
}

bool CurlMulti::add(CURL* transfer) {
  return ::curl_multi_add_handle(multi_, transfer) == CURLM_OK;
}

void CurlMulti::remove(CURL* transfer) {
  ::curl_multi_remove_handle(multi_, transfer);
}

void CurlMulti::set_max_connections(long count) {
  ::curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, count);
}

std::optional<CurlMulti::Completed> CurlMulti::next_completed() {
  int left = 0;
  while (const CURLMsg* message = ::curl_multi_info_read(multi_, &left)) {
    if (message->msg == CURLMSG_DONE) return Completed{message->easy_handle, message->data.result};
  }
  return std::nullopt;
}

// --- what libcurl waits for ------------------------------------------------------------------------------------------

int CurlMulti::handle_socket(CURL*, curl_socket_t socket, int wanted, void* self, void*) {
  try {
    static_cast<CurlMulti*>(self)->watch(socket, wanted);
    return 0;
  } catch (const std::exception&) {
    return -1;  // an exception must not pass through libcurl, which fails its transfers instead
  }
}

int CurlMulti::handle_timer(CURLM*, long milliseconds, void* self) {
  try {
    static_cast<CurlMulti*>(self)->set_timer(milliseconds);
    return 0;
  } catch (const std::exception&) {
    return -1;
  }
}

void CurlMulti::watch(curl_socket_t socket, int wanted) {
  if (wanted == CURL_POLL_REMOVE) {
    sockets_.erase(socket);
    return;
  }
  Socket& watched = sockets_[socket];
  const bool reads = (wanted & CURL_POLL_IN) != 0;
  const bool writes = (wanted & CURL_POLL_OUT) != 0;
  if (!reads) watched.readable.reset();
  if (!writes) watched.writable.reset();
  if (reads && watched.readable == nullptr) {
    watched.readable = loop_.watch(socket, Readiness::readable, [this, socket] { act(socket, CURL_CSELECT_IN); });
  }
  if (writes && watched.writable == nullptr) {
    watched.writable = loop_.watch(socket, Readiness::writable, [this, socket] { act(socket, CURL_CSELECT_OUT); });
  }
}

/// Negative: no timer.
void CurlMulti::set_timer(long milliseconds) {
  timer_.reset();
  if (milliseconds > 0) {
    timer_ = loop_.after(std::chrono::milliseconds(milliseconds), [this] { handle_timeout(); });
  } else if (milliseconds == 0 && !std::exchange(is_timeout_posted_, true)) {
    loop_.post([weak = std::weak_ptr(self_)] {
      const auto self = weak.lock();
      if (self == nullptr) return;
      (*self)->is_timeout_posted_ = false;
      (*self)->handle_timeout();
    });
  }
}

void CurlMulti::handle_timeout() {
  timer_.reset();
  int running = 0;
  ::curl_multi_socket_action(multi_, CURL_SOCKET_TIMEOUT, 0, &running);
  // libcurl sets the same timer once only, even if it was called a little too early.
  long milliseconds = -1;
  if (timer_ == nullptr && !is_timeout_posted_ && ::curl_multi_timeout(multi_, &milliseconds) == CURLM_OK) {
    set_timer(milliseconds == 0 ? 1 : milliseconds);
  }
  acted_();
}

void CurlMulti::act_on_all() {
  int running = 0;
// Deprecated because it is slow with many transfers. Nothing else makes libcurl act without a reason of its own.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  ::curl_multi_socket_all(multi_, &running);
#pragma GCC diagnostic pop
  acted_();
}

void CurlMulti::act(curl_socket_t socket, int events) {
  int running = 0;
  ::curl_multi_socket_action(multi_, socket, events, &running);
  acted_();
}

}  // namespace workbench::http::transport
