#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http/http_exchange.hpp"
#include "http/request_refusal.hpp"
#include "mcp/outgoing_message.hpp"

namespace workbench::http::transport {

// HTTP responses that are not successful, or do not contain a message.

/// As much of the body of such a response as is read, unless it may be a message.
constexpr std::size_t kMaxRefusalBytes = 64U * 1024;

/// A JSON-RPC error as the body of a refusal; or a result, from a server that gives each response the status of what it
/// found.
struct ErrorResponse {
  std::string message;          ///< whole, with the id of the request
  bool is_answer = false;       ///< the server has answered this very request; false: its error names no request
  bool has_result = false;      ///< and has carried it out
  int code = 0;                 ///< of the error; 0: it has none
  bool doubts_session = false;  ///< the error may be about the session
};

/// The JSON-RPC error in `body` if it belongs to the request `outgoing`. An error that names no request gets the id of
/// the request. The message of a demand for authorization, or of one for a later attempt, also has the remedy.
[[nodiscard]] std::optional<ErrorResponse> find_error_response(const JsonAccess& json, const std::string& origin,
                                                               const ResponseHead& head, const std::string& body,
                                                               const OutgoingMessage& outgoing);

/// The response for a person: its status in words, the remedy, and the beginning of its body.
[[nodiscard]] std::string describe_refusal(const std::string& origin, const ResponseHead& head, std::string_view body);

/// A redirect that is not followed, from `url`, for a person. It shows the origin of the target alone.
[[nodiscard]] std::string describe_redirect(const Url& url, const ResponseHead& head);
/// An error response whose message has `remark` after what the server says. Its code and its data stay.
[[nodiscard]] std::string with_remark(const JsonAccess& json, std::string response, const std::string& remark);

/// Whether the server may not know the session of a request any more.
enum class SessionDoubt {
  none,      ///< the refusal says what else is wrong: authorization with a challenge, or that it is to be tried later
  possible,  ///< any other refusal
  failure,   ///< the server failed in the request, perhaps because it does not know the session
  certain,   ///< 404, by which the specification means nothing else
};

/// The refusal of a request whose session the server does not know any more, where `why` there is no new one.
[[nodiscard]] std::string describe_lost_session(const std::string& origin, const ResponseHead& head,
                                                std::string_view body, const std::string& why);

/// What the refusal of a request that carried a session id says of the session, if it is not the answer to the request.
[[nodiscard]] SessionDoubt doubt_of(const ResponseHead& head);

/// The code of a JSON-RPC error; 0: it has none.
[[nodiscard]] int code_of(const JsonAccess& json, const Json& error);

/// The same for the answer to the request, an error with this code: whether it may be about the session. Then it is
/// "Invalid Request", or one of those that each server gives its own meaning.
[[nodiscard]] bool may_concern_session(int code);

/// Whether an error with this code that names no request says that the server has not begun with it: it could not read
/// the request ("Parse error"), or has refused it before it looked at the method. "Internal error" may follow anything.
[[nodiscard]] bool says_not_taken_up(int code);

/// Like "HTTP 502 Bad Gateway".
[[nodiscard]] std::string status_of(const ResponseHead& head);

}  // namespace workbench::http::transport
