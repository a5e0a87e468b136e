#pragma once

#include <curl/curl.h>

namespace workbench::http::transport {

/// The cookies of one server, in memory: libcurl reads them from responses and sends them back by the rules of browsers
/// (RFC 6265). A balancer in front of several instances recognises by them which one has the session. They are shared
/// by all transfers that have handle() as their CURLOPT_SHARE, and all of these go to one origin. [loop thread]
class CookieJar {
 public:
  CookieJar();
  CookieJar(const CookieJar&) = delete;
  CookieJar& operator=(const CookieJar&) = delete;
  /// Every transfer that uses it must have been cleaned up.
  ~CookieJar();

  [[nodiscard]] CURLSH* handle() const { return share_; }

  /// To be called when `transfer`, which uses the jar, is complete. Empties it now and then if a server fills it
  /// without end.
  void record_completed(CURL* transfer);

 private:
  CURLSH* const share_;
  int completed_ = 0;
};

}  // namespace workbench::http::transport
