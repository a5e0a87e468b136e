#pragma once

#include <boost/beast/core/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>

#include "listener/http_message.hpp"

namespace workbench::http {

// HTTP/1.1 as bytes: requests read by Beast's parser, responses written as text.

using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;

/// The request whose head `parser` has read, without its body.
[[nodiscard]] Request head_of(const RequestParser& parser, std::string peer);

/// The response to a request that could not be read. Absent: the connection failed, and the request is not to blame.
[[nodiscard]] std::optional<Response> response_to_unreadable(const boost::beast::error_code& error);

/// How the client finds the end of a response's body.
enum class Framing { length, chunks, end_of_connection, no_body };

/// The head of a response, including the empty line at its end.
[[nodiscard]] std::string response_head(const Response& response, Framing framing, bool keeps_alive);

/// One chunk of a chunked body; `bytes` must not be empty, because an empty chunk is the last one.
[[nodiscard]] std::string chunk_of(const std::string& bytes);

inline constexpr const char* kLastChunk = "0\r\n\r\n";

}  // namespace workbench::http
