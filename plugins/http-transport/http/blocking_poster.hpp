#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "http-shared/poster.hpp"

namespace workbench::http::transport {

/// A Poster on libcurl, for a thread that may wait. The proxy is the one that the environment names for the URL.
class BlockingPoster final : public Poster {
 public:
  /// Throws std::bad_alloc.
  explicit BlockingPoster(PostTarget target);

  [[nodiscard]] PostOutcome post(const std::string& body, const std::atomic<bool>& is_cancelled) override;

 private:
  /// What libcurl writes to while it posts.
  struct Response {
    std::string body;
    bool is_complete = false;
    CURLcode result = CURLE_OK;
  };

  static std::size_t receive(char* bytes, std::size_t size, std::size_t count, void* body);
  void set_headers();
  void set_options();
  void run(Response& response, const std::atomic<bool>& is_cancelled);
  [[nodiscard]] PostOutcome outcome_of(Response response) const;

  const PostTarget target_;
  std::unique_ptr<curl_slist, decltype(&::curl_slist_free_all)> headers_;
  std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)> transfer_;
  std::unique_ptr<CURLM, decltype(&::curl_multi_cleanup)> multi_;  // ends before the transfer, which it may have
};

}  // namespace workbench::http::transport
