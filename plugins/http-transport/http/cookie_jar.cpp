#include "http/cookie_jar.hpp"

#include <memory>
#include <new>

namespace workbench::http::transport {
namespace {

constexpr int kResponsesBetweenChecks = 64;
constexpr int kMaxCookies = 150;  // more are not sent by libcurl, nor kept for one host by browsers

int count_cookies(CURL* transfer) {
  curl_slist* first = nullptr;
  if (::curl_easy_getinfo(transfer, CURLINFO_COOKIELIST, &first) != CURLE_OK) return 0;
  const std::unique_ptr<curl_slist, void (*)(curl_slist*)> owned(first, &::curl_slist_free_all);
  int count = 0;
  for (const curl_slist* one = first; one != nullptr; one = one->next) ++count;
  return count;
}

}  // namespace

// Without functions that lock: only the loop's thread uses it.
CookieJar::CookieJar() : share_(::curl_share_init()) {
  if (share_ == nullptr) throw std::bad_alloc();
  ::curl_share_setopt(share_, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
}

CookieJar::~CookieJar() {
  ::curl_share_cleanup(share_);
}

void CookieJar::record_completed(CURL* transfer) {
  if (++completed_ % kResponsesBetweenChecks != 0) return;
  if (count_cookies(transfer) > kMaxCookies) ::curl_easy_setopt(transfer, CURLOPT_COOKIELIST, "ALL");
}

}  // namespace workbench::http::transport
