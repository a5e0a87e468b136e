#include "http/http_message.hpp"

#include <utility>

namespace workbench::http {

Response text_response(unsigned status, std::string text) {
  return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, Message(std::move(text.append("\n")))};
}

Response json_response(unsigned status, Message message) {
  return {status, {{"Content-Type", "application/json"}}, std::move(message)};
}

Response method_not_allowed_response(std::string_view allowed) {
  Response response = text_response(405, "Method not allowed; use " + std::string(allowed) + ".");
  response.headers.add("Allow", std::string(allowed));
  return response;
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
