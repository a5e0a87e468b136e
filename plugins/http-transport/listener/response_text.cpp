#include "listener/response_text.hpp"

#include <boost/beast/http/status.hpp>
#include <string_view>

namespace workbench::http {

namespace beast_http = boost::beast::http;

std::string response_head(const Answer& answer, Framing framing, bool keeps_alive) {
  std::string text = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  text.append(std::string_view(beast_http::obsolete_reason(beast_http::int_to_status(answer.status))));
  text.append("\r\n");
  for (const auto& [name, value] : answer.fields) text.append(name).append(": ").append(value).append("\r\n");
  if (framing == Framing::length) {
    text.append("Content-Length: ").append(std::to_string(answer.body.size())).append("\r\n");
  }
  if (framing == Framing::chunks) text.append("Transfer-Encoding: chunked\r\n");
  if (!keeps_alive && !answer.fields.has("Connection")) text.append("Connection: close\r\n");
  return text.append("\r\n");
}

std::string chunk_of(const std::string& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string size;
  for (std::size_t left = bytes.size(); left != 0; left /= 16) size.insert(size.begin(), kDigits[left % 16]);
  return size.append("\r\n").append(bytes).append("\r\n");
}

}  // namespace workbench::http
