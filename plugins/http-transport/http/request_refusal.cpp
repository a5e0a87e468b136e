#include "http/request_refusal.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <charconv>
#include <cmath>

namespace workbench::http::transport {
namespace {

using std::chrono::seconds;
using Reason = RequestRefusal::Reason;

constexpr seconds kMaxRetryAfter{24L * 60 * 60};  // a server cannot make a client wait for ever
// A server that says "0" is not asked in a busy loop.
constexpr seconds kMinRepetitionWait{1};

Reason reason_of(unsigned status) {
  switch (status) {
    case 401:
    case 403: return Reason::authorization;
    case 404: return Reason::absent;
    case 405: return Reason::method;
    case 408:
    case 425:
    case 429:
    case 502:
    case 503:
    case 504: return Reason::later;
    default: break;
  }
  if (status / 100 == 3) return Reason::moved;
  return status / 100 == 5 ? Reason::failure : Reason::other;
}

/// 4xx says that the request is refused as it is, except 408: many servers send it when their own work took too long.
/// 303 points to the result of what was done. A gateway sends 502, 503 and 504 for what it has passed on, too; but 503
/// with a time says that the service is closed until then.
bool is_certainly_refused(unsigned status, bool names_time) {
  if (status == 503) return names_time;
  return (status / 100 == 4 && status != 408) || (status / 100 == 3 && status != 303);
}

/// Whether a number that no double can represent is too small, as "1e-400", and not too large.
bool is_too_small(std::string_view number) {
  return number.find("e-") != std::string_view::npos || number.find("E-") != std::string_view::npos ||
         number.starts_with("0.") || number.starts_with('.');
}

std::string in_words(seconds time) {
  const auto number = time.count();
  const auto counted = [](auto count, const char* unit) {
    return std::to_string(count) + " " + unit + (count == 1 ? "" : "s");
  };
  if (number <= 120) return counted(number, "second");
  if (number <= 120 * 60) return counted((number + 59) / 60, "minute");
  return counted((number + 3599) / 3600, "hour");
}

}  // namespace

std::optional<seconds> read_retry_after(std::string_view value, std::chrono::system_clock::time_point now) {
  constexpr auto kMost = static_cast<double>(kMaxRetryAfter.count());
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (end == value.data() + value.size() && !value.empty()) {
    if (error == std::errc::result_out_of_range) return is_too_small(value) ? seconds(0) : kMaxRetryAfter;
    if (error != std::errc() || !(number >= 0)) return std::nullopt;
    return seconds(static_cast<seconds::rep>(std::ceil(std::min(number, kMost))));
  }
  // Every date has the name of a month: libcurl reads much more than HTTP's dates, such as "20 0".
  const bool has_letter =
      std::any_of(value.begin(), value.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  const std::time_t date = has_letter ? ::curl_getdate(std::string(value).c_str(), nullptr) : -1;
  if (date == -1) return std::nullopt;
  const auto left = std::chrono::ceil<seconds>(std::chrono::system_clock::from_time_t(date) - now);
  return std::clamp(left, seconds(0), kMaxRetryAfter);
}

RequestRefusal refusal_of(unsigned status, std::string_view retry_after, bool has_challenge) {
  RequestRefusal refusal;
  refusal.reason = reason_of(status);
  if (status / 100 > 3) refusal.wait = read_retry_after(retry_after, std::chrono::system_clock::now());
  refusal.is_certain = is_certainly_refused(status, refusal.wait.has_value());
  refusal.has_challenge = has_challenge;
  return refusal;
}

RequestRefusal refusal_of(const ResponseHead& head) {
  const bool has_challenge = std::any_of(head.headers.begin(), head.headers.end(), [](const auto& one) {
    return boost::beast::iequals(one.first, "WWW-Authenticate");
  });
  return refusal_of(head.status, head.retry_after, has_challenge);
}

RequestRefusal refusal_of(const FetchResponse& response) {
  const std::string* const retry_after = response.headers.find("Retry-After");
  return refusal_of(response.status, retry_after == nullptr ? std::string_view() : *retry_after,
                    response.headers.has("WWW-Authenticate"));
}

std::optional<seconds> wait_before_repeating(const RequestRefusal& refusal, bool may_repeat,
                                             std::chrono::milliseconds most) {
  const bool is_safe = refusal.is_certain || may_repeat;
  if (!is_safe || !refusal.wait) return std::nullopt;
  const seconds wait = std::max(*refusal.wait, kMinRepetitionWait);
  return wait <= most ? std::optional(wait) : std::nullopt;
}

std::chrono::milliseconds time_to_wait_until(std::chrono::steady_clock::time_point end) {
  constexpr seconds kTimeForResponse{2};
  return std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()) -
         kTimeForResponse;
}

std::string advice_on_time(const RequestRefusal& refusal) {
  if (refusal.wait) return "; try again in " + in_words(*refusal.wait);
  return refusal.reason == Reason::later ? "; try again later" : "";
}

}  // namespace workbench::http::transport
