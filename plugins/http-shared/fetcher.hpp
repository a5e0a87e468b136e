#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "http-shared/headers.hpp"

namespace workbench::http {

/// One request for a small document, such as the metadata or the keys of an authorization server.
struct FetchRequest {
  std::string url;     ///< absolute; https, or http on this machine (localhost and loopback addresses)
  Headers headers;     ///< Host, Content-Length, Accept-Encoding and User-Agent are added
  std::string body{};  ///< empty: a GET; else a POST

  /// Whether an address that only this machine or its network can reach may be connected to. The URL may come from a
  /// server that wants us to reach something in its place (server-side request forgery).
  bool allows_private_addresses = false;

  std::size_t max_bytes = 256U * 1024;           ///< of the body of the response
  std::chrono::milliseconds time_limit{10'000};  ///< from the beginning to the last byte
};

struct FetchResponse {
  unsigned status = 0;
  Headers headers;
  std::string body;
};

/// Fetches small documents. Redirects are not followed: their response is the response. A request that the server has
/// certainly not carried out, and a GET, is sent again if the server says until when it refuses it ("Retry-After") and
/// that is within the time limit. [loop thread]
class Fetcher {
 public:
  using Done = MoveOnlyFunction<void(Result<FetchResponse> response)>;

  Fetcher() = default;
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;
  virtual ~Fetcher() = default;

  /// Calls `done` once, from a task of the loop and never inside this call; not at all once the returned object was
  /// destroyed. A response of any status is a response.
  /// invalid_argument: the URL is none that may be fetched. unavailable: no response, or an address that is not
  /// allowed. timed_out: not within the limit. protocol: the response is larger than the limit. The message names the
  /// URL's origin, and nothing else of the request.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> fetch(FetchRequest request, Done done) = 0;
};

}  // namespace workbench::http
