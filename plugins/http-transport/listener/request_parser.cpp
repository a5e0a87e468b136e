#include "listener/request_parser.hpp"

#include <boost/beast/http/error.hpp>
#include <string_view>
#include <utility>

#include "listener/origin_policy.hpp"

namespace workbench::http {

namespace beast_http = boost::beast::http;

Request head_of(const RequestParser& parser, std::string peer) {
  const auto& message = parser.get();
  Request request;
  request.method = std::string(std::string_view(message.method_string()));
  request.target = std::string(std::string_view(message.target()));
  for (const auto& field : message) {
    request.fields.add(std::string(std::string_view(field.name_string())),
                       std::string(std::string_view(field.value())));
  }
  request.peer = std::move(peer);
  return request;
}

std::optional<Answer> answer_to_unreadable(const boost::beast::error_code& error) {
  if (error == beast_http::error::body_limit) return plain_answer(413, "The body is too long.");
  if (error == beast_http::error::header_limit) return plain_answer(431, "The head is too long.");
  const bool is_http = error.category() == make_error_code(beast_http::error::bad_value).category() &&
                       error != beast_http::error::end_of_stream && error != beast_http::error::partial_message;
  if (!is_http) return std::nullopt;
  const unsigned status = error == beast_http::error::bad_version ? 505 : 400;
  return plain_answer(status, "This is no HTTP request: " + error.message());
}

}  // namespace workbench::http
