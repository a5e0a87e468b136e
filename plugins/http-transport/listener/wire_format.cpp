#include "listener/wire_format.hpp"

#include <array>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>
#include <charconv>
#include <string_view>
#include <utility>

namespace workbench::http {

namespace beast_http = boost::beast::http;

Request head_of(const RequestParser& parser, std::string peer) {
  const auto& message = parser.get();
  Request request;
  request.method = std::string(std::string_view(message.method_string()));
  request.target = std::string(std::string_view(message.target()));
  for (const auto& header : message) {
    request.headers.add(std::string(std::string_view(header.name_string())),
                        std::string(std::string_view(header.value())));
  }
  request.peer = std::move(peer);
  return request;
}

std::optional<Response> response_to_unreadable(const boost::beast::error_code& error) {
  if (error == beast_http::error::body_limit) {
    return text_response(413, "Request body too large (listener.http.requestBytes).");
  }
  if (error == beast_http::error::header_limit) {
    return text_response(431, "Request headers too large (listener.http.headerBytes).");
  }
  const bool is_http = error.category() == make_error_code(beast_http::error::bad_value).category() &&
                       error != beast_http::error::end_of_stream && error != beast_http::error::partial_message;
  if (!is_http) return std::nullopt;
  const unsigned status = error == beast_http::error::bad_version ? 505 : 400;
  return text_response(status, "Not a valid HTTP request: " + error.message());
}

std::string response_head(const Response& response, Framing framing, bool keeps_alive) {
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " ";
  text.append(std::string_view(beast_http::obsolete_reason(beast_http::int_to_status(response.status))));
  text.append("\r\n");
  for (const auto& [name, value] : response.headers) text.append(name).append(": ").append(value).append("\r\n");
  if (framing == Framing::length) {
    text.append("Content-Length: ").append(std::to_string(response.body.size())).append("\r\n");
  }
  if (framing == Framing::chunks) text.append("Transfer-Encoding: chunked\r\n");
  if (!keeps_alive && !response.headers.has("Connection")) text.append("Connection: close\r\n");
  return text.append("\r\n");
}

std::string chunk_of(const std::string& bytes) {
  std::array<char, 16> size{};
  const auto end = std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16).ptr;
  return std::string(size.data(), end).append("\r\n").append(bytes).append("\r\n");
}

}  // namespace workbench::http
