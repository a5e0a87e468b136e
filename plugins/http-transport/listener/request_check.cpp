#include "listener/request_check.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <string_view>

namespace workbench::http {
namespace {

bool is_json(const std::string* content_type) {
  if (content_type == nullptr) return false;
  std::string_view type = std::string_view(*content_type).substr(0, content_type->find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return boost::beast::iequals(type, "application/json");
}

Response method_not_allowed() {
  Response response = text_response(405, "Method not allowed; use POST, GET or DELETE.");
  response.headers.add("Allow", "POST, GET, DELETE");
  return response;
}

}  // namespace

bool RateLimit::admits(Clock::time_point now) {
  if (per_second_ == 0) return true;
  const double seconds = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  left_ = std::min(per_second_, left_ + seconds * per_second_);
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

std::optional<Response> RequestCheck::check(const Request& head) {
  if (auto health = check_health(head)) return health;
  if (auto refusal = origin_policy_.check(head)) return refusal;
  if (head.path() != settings_.path) return text_response(404, "Not found; the MCP endpoint is " + settings_.path);
  if (head.method == "OPTIONS" && head.headers.has("Origin")) return Response{204, {}, {}};
  const auto principal = authenticate(head);
  if (const Response* refusal = std::get_if<Response>(&principal)) return *refusal;
  if (!is_within_rate(*std::get<PrincipalPtr>(principal))) {
    Response too_many = text_response(429, "Too many requests (listener.http.requestsPerSecond).");
    too_many.headers.add("Retry-After", "1");
    return too_many;
  }
  if (head.method == "POST") return check_post(head);
  if (head.method == "GET" || head.method == "DELETE") return std::nullopt;
  return method_not_allowed();
}

std::optional<Response> RequestCheck::check_health(const Request& head) const {
  const bool is_ready = is_accepting_;
  if (head.path() != "/healthz" && head.path() != "/readyz") return std::nullopt;
  if (head.method != "GET" && head.method != "HEAD") return method_not_allowed();
  if (head.path() == "/readyz" && !is_ready) return text_response(503, "shutting down");
  return text_response(200, "ok");
}

// A page may send a POST with a "simple" content type to any address; for application/json the browser asks us first.
std::optional<Response> RequestCheck::check_post(const Request& head) const {
  if (!is_json(head.headers.find("Content-Type"))) {
    return text_response(415, "The Content-Type must be application/json.");
  }
  if (head.headers.has("Content-Encoding")) return text_response(415, "Content-Encoding is not supported.");
  return std::nullopt;
}

bool RequestCheck::is_within_rate(const Principal& principal) {
  const auto [entry, is_new] = rates_.try_emplace(&principal, settings_.requests_per_second);
  return entry->second.admits(RateLimit::Clock::now());
}

std::variant<RequestCheck::PrincipalPtr, Response> RequestCheck::authenticate(const Request& head) const {
  return authenticator_->authenticate(head.headers.find("Authorization"));
}

}  // namespace workbench::http
