#include "console/console_message.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http {
namespace {

std::string cookie_name(const ReceivedRequest& head) {
  const std::string* host = head.headers.find("Host");
  const std::size_t colon = host == nullptr ? std::string::npos : host->find(':', host->find(']') + 1);
  std::string name = "workbench-console";
  return colon == std::string::npos ? name : name + "-" + host->substr(colon + 1);
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// Whether the browser reaches us over TLS, perhaps that of a proxy: what its page's origin says.
bool is_page_secure(const ReceivedRequest& request) {
  const std::string* origin = request.headers.find("Origin");
  return request.source->is_secure || (origin != nullptr && origin->starts_with("https://"));
}

}  // namespace

std::optional<std::string_view> console_cookie(const ReceivedRequest& head) {
  const std::string* header = head.headers.find("Cookie");
  const std::string prefix = cookie_name(head) + "=";
  for (std::string_view rest = header == nullptr ? std::string_view() : *header; !rest.empty();) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view cookie = without_blanks(rest.substr(0, end));
    if (cookie.starts_with(prefix)) return cookie.substr(prefix.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

std::string console_set_cookie(const ReceivedRequest& request, std::string_view value) {
  std::string cookie = cookie_name(request) + "=" + std::string(value) + "; HttpOnly; SameSite=Strict; Path=/console";
  if (is_page_secure(request)) cookie += "; Secure";
  if (value.empty()) cookie += "; Max-Age=0";
  return cookie;
}

Response console_error(unsigned status, std::string_view text) {
  std::string body = R"({"error":")";
  for (const char byte : text) body.append(byte == '"' ? 1 : 0, '\\').append(1, byte);
  Response response = json_response(status, Message(body + "\"}"));
  response.headers.add("Cache-Control", "no-store");
  return response;
}

}  // namespace workbench::http
