#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "http-shared/fetcher.hpp"
#include "http/http_exchange.hpp"

namespace workbench::http::transport {

/// What a response that does not grant its request says of this request, and of the next one. All parts of the plugin
/// that send requests decide by it; none looks at a status itself. Made from the head of the response.
struct RequestRefusal {
  enum class Reason {
    authorization,  ///< 401, 403
    absent,         ///< 404
    method,         ///< 405
    moved,          ///< 3xx
    later,          ///< the server, or a gateway before it, cannot serve it at present: 408, 425, 429, 502, 503, 504
    failure,        ///< the server failed: another 5xx
    other,          ///< another 4xx, or 2xx without what was asked for
  };

  Reason reason = Reason::other;
  /// The request has certainly not been carried out, so that sending it again cannot do anything twice.
  bool is_certain = false;
  /// `authorization`: the response says how to get it (WWW-Authenticate).
  bool has_challenge = false;
  /// How long nothing is to be sent; absent: the response does not say.
  std::optional<std::chrono::seconds> wait{};

  /// It has a reason that passes by itself.
  [[nodiscard]] bool is_passing() const { return reason == Reason::later || reason == Reason::failure; }
};

/// "Retry-After = HTTP-date / delay-seconds" (RFC 9110, section 10.2.3), also with a fraction of a second, which is
/// rounded up. A date in the past means now. Absent: it is neither. A day at most.
[[nodiscard]] std::optional<std::chrono::seconds> read_retry_after(std::string_view value,
                                                                   std::chrono::system_clock::time_point now);

/// `retry_after`: the value of that header; empty: there is none.
[[nodiscard]] RequestRefusal refusal_of(unsigned status, std::string_view retry_after, bool has_challenge = false);
[[nodiscard]] RequestRefusal refusal_of(const ResponseHead& head);
[[nodiscard]] RequestRefusal refusal_of(const FetchResponse& response);

/// How long to wait before the request is sent again: as long as the server says, if that is not longer than `most`.
/// Absent: it is not sent again, because it may have been carried out and `may_repeat` is false, or because the server
/// does not say when, or too late.
[[nodiscard]] std::optional<std::chrono::seconds> wait_before_repeating(const RequestRefusal& refusal, bool may_repeat,
                                                                        std::chrono::milliseconds most);

/// How long a request may wait whose time ends at `end`, so that there is some left for the response.
[[nodiscard]] std::chrono::milliseconds time_to_wait_until(std::chrono::steady_clock::time_point end);

/// How often a request is sent again at most because the server has said when.
constexpr int kMaxRepetitions = 3;

/// How long a refused request waits for that time at most. A person waits for a call; what only reads, and what the
/// transport sends by itself, is mostly a part of a start, whose limit is longer.
constexpr std::chrono::milliseconds kMaxWaitOfCall{5'000};
constexpr std::chrono::milliseconds kMaxWaitOfReader{10'000};

/// Like "; try again in 7 seconds", or "; try again later"; empty: later is not better than now.
[[nodiscard]] std::string advice_on_time(const RequestRefusal& refusal);

}  // namespace workbench::http::transport
