#include "listener/http_message.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>

namespace workbench::http {

using boost::beast::iequals;

const std::string* Headers::find(std::string_view name) const {
  const std::string* found = nullptr;
  for (const auto& [own_name, value] : headers_) {
    if (!iequals(own_name, name)) continue;
    if (found != nullptr) return nullptr;
    found = &value;
  }
  return found;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers_.begin(), headers_.end(), [&](const auto& header) { return iequals(header.first, name); }));
}

Response text_response(unsigned status, std::string text) {
  return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::move(text.append("\n"))};
}

Response json_response(unsigned status, std::string message) {
  return {status, {{"Content-Type", "application/json"}}, std::move(message)};
}

Response unavailable_response(std::string text) {
  Response response = text_response(503, std::move(text));
  response.headers.add("Retry-After", "1");
  response.headers.add("Connection", "close");
  return response;
}

Response shutting_down_response() {
  return unavailable_response("Shutting down; retry.");
}

}  // namespace workbench::http
