#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "http-shared/fetcher_library.hpp"

namespace workbench::http {

/// Where documents are posted, as the user of the workbench has configured it: any http or https URL.
struct PostTarget {
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;  ///< Content-Type among them; may be secrets
  std::string ca_file;                                       ///< PEM; empty: the certificates that the system trusts
  std::chrono::milliseconds time_limit{10'000};              ///< of one post
};

/// What came of a post.
struct PostOutcome {
  unsigned status = 0;                                ///< 0: there was no response
  std::optional<std::chrono::seconds> retry_after{};  ///< of the header Retry-After, in seconds
  std::string body{};                                 ///< of the response; its beginning, if it is long
  std::string failure{};                              ///< without a response: why, without the URL
};

/// Posts documents to one place, over a connection that is kept. Redirects are not followed. [one thread at a time]
class Poster {
 public:
  Poster() = default;
  Poster(const Poster&) = delete;
  Poster& operator=(const Poster&) = delete;
  virtual ~Poster() = default;

  /// Waits for the response, within the time limit. Returns early, without one, soon after `is_cancelled` was set.
  [[nodiscard]] virtual PostOutcome post(const std::string& body, const std::atomic<bool>& is_cancelled) = 0;
};

/// What http-client.so offers to a plugin that posts from a thread of its own.
struct PosterLibrary {
  static constexpr LibraryFile kFile{kHttpClientFile, "workbench_http_poster", "the library that sends over HTTP"};

  /// Throws std::bad_alloc. [startup, loop thread]
  std::unique_ptr<Poster> (*make)(PostTarget target);
};

}  // namespace workbench::http
