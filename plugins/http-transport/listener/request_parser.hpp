#pragma once

#include <boost/beast/core/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>

#include "listener/request.hpp"

namespace workbench::http {

using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;

/// The request that `parser` has read the head of, without its body.
[[nodiscard]] Request head_of(const RequestParser& parser, std::string peer);

/// What a client is told whose request could not be read; absent: not the request was at fault, but the connection.
[[nodiscard]] std::optional<Answer> answer_to_unreadable(const boost::beast::error_code& error);

}  // namespace workbench::http
