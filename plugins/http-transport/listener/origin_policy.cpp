#include "listener/origin_policy.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace workbench::http {
namespace {

/// Fields of which a second one would let two readers of the same request read two requests.
constexpr std::array<std::string_view, 11> kSingular{
    "Host",       "Origin",         "Authorization",        "Content-Type", "Content-Length", "Transfer-Encoding",
    "Mcp-Method", "Mcp-Session-Id", "MCP-Protocol-Version", "Mcp-Name",     "Last-Event-ID"};

constexpr std::array<std::string_view, 3> kLoopbackNames{"localhost", "127.0.0.1", "[::1]"};

std::string_view without_port(std::string_view host) {
  const std::size_t after_literal = host.starts_with('[') ? host.find(']') : 0;
  if (after_literal == std::string_view::npos) return host;
  return host.substr(0, host.find(':', after_literal));
}

/// Nothing that follows on this connection can be trusted to begin where it seems to.
Answer last_answer(unsigned status, std::string text) {
  Answer answer = plain_answer(status, std::move(text));
  answer.fields.add("Connection", "close");
  return answer;
}

bool is_among(std::string_view name, const auto& names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view known) { return same_name(known, name); });
}

}  // namespace

Answer plain_answer(unsigned status, std::string text) {
  return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::move(text.append("\n"))};
}

std::optional<Answer> OriginPolicy::check(const Request& request) const {
  for (const std::string_view name : kSingular) {
    if (request.fields.count(name) > 1) {
      return last_answer(400, "There are several fields " + std::string(name) + ".");
    }
  }
  // Whoever understood another coding would see the body end, and the next request begin, at another place.
  const std::string* coding = request.fields.find("Transfer-Encoding");
  if (coding != nullptr && !same_name(*coding, "chunked")) return last_answer(501, "The only coding is chunked.");
  const std::string* host = request.fields.find("Host");
  if (host == nullptr || host->empty()) return plain_answer(400, "The field Host is missing.");
  const std::string* origin = request.fields.find("Origin");
  if (origin != nullptr && !is_named_origin(*origin) && !is_own_origin(*origin, *host)) {
    return plain_answer(403, "Pages of this origin may not call; listener.http.allowedOrigins can name it.");
  }
  if (!is_allowed_host(without_port(*host))) {
    return plain_answer(403, "Nobody is called that here; listener.http.allowedHosts can name the host.");
  }
  return std::nullopt;
}

bool OriginPolicy::is_allowed_host(std::string_view host) const {
  if (is_among(host, settings_.allowed_hosts) || is_among(host, kLoopbackNames)) return true;
  if (!settings_.allowed_hosts.empty()) return false;
  return settings_.asks_for_tokens() || settings_.allows_anonymous || same_name(host, settings_.address) ||
         same_name(host, "[" + settings_.address + "]");
}

bool OriginPolicy::is_named_origin(std::string_view origin) const {
  return is_among(origin, settings_.allowed_origins);
}

bool OriginPolicy::is_own_origin(std::string_view origin, std::string_view host) const {
  const std::string_view scheme = settings_.has_tls() ? "https://" : "http://";
  return origin.starts_with(scheme) && same_name(origin.substr(scheme.size()), host);
}

Fields OriginPolicy::fields_for_origin(const Request& request) const {
  const std::string* origin = request.fields.find("Origin");
  if (origin == nullptr || !is_named_origin(*origin)) return {};
  // Whatever it wants to send: the names of mirrored arguments (Mcp-Param-*) are its servers' choice.
  const std::string* wanted = request.fields.find("Access-Control-Request-Headers");
  return {{"Access-Control-Allow-Origin", *origin},
          {"Access-Control-Allow-Methods", "POST, GET, DELETE"},
          {"Access-Control-Allow-Headers", wanted == nullptr ? "Authorization, Content-Type" : *wanted},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate"},
          {"Vary", "Origin"}};
}

}  // namespace workbench::http
