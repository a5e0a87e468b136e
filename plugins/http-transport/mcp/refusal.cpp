#include "mcp/refusal.hpp"

#include <charconv>
#include <utility>

#include <workbench/json_writer.hpp>

#include "http-shared/json_text.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::size_t kMaxExcerpt = 200;

std::string_view standard_reason(unsigned status) {
  switch (status) {
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 415: return "Unsupported Media Type";
    case 429: return "Too Many Requests";
    case 500: return "Internal Server Error";
    case 502: return "Bad Gateway";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    default: return {};
  }
}

/// The beginning of a readable body, on one line.
std::string excerpt(const ResponseHead& head, std::string_view body) {
  const std::string& type = head.content_type;
  const bool is_text = type.starts_with("text/") && type != "text/html";
  const bool is_json = type == "application/json" || type.ends_with("+json");
  const bool has_no_type = type.empty() && !body.starts_with('<') && body.find('\0') == std::string_view::npos;
  if (!is_text && !is_json && !has_no_type) return {};
  std::string text;
  for (const char c : body) {
    const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!is_blank) text += c;
    if (is_blank && !text.empty() && text.back() != ' ') text += ' ';
    if (text.size() == kMaxExcerpt) return text + "...";
  }
  if (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string advice(const ResponseHead& head) {
  const RequestRefusal refusal = refusal_of(head);
  if (refusal.wait && !refusal.has_challenge) return advice_on_time(refusal);
  switch (refusal.reason) {
    case RequestRefusal::Reason::authorization:
      return head.status == 401
                 ? R"(; it requires authorization, which "headers" can carry, such as {"Authorization": "Bearer ..."})"
                 : R"(; it refused the authorization, or requires one; check "headers")";
    case RequestRefusal::Reason::absent: return R"(; there is no MCP endpoint at this path; check "url")";
    case RequestRefusal::Reason::method: return R"(; it does not accept POST at this path; check "url")";
    default: return advice_on_time(refusal);
  }
}

/// The error, with a longer message.
void write_with_advice(JsonWriter& writer, const JsonAccess& json, const Json& error, const std::string& advice) {
  writer.object();
  bool has_text = false;
  const auto members = json.members(error);
  for (const JsonMember& member : *members) {
    if (member.key != "message") {
      writer.member(member.key, member.value);
      continue;
    }
    const std::string text = string_or_empty(json, member.value);
    writer.member("message", text.empty() ? advice : text + " (" + advice + ")");
    has_text = true;
  }
  if (!has_text) writer.member("message", advice);
  writer.end();
}

}  // namespace

std::optional<ErrorResponse> find_error_response(const JsonAccess& json, const std::string& origin,
                                                 const ResponseHead& head, const std::string& body,
                                                 const OutgoingMessage& outgoing) {
  const auto message = json.checked(body);
  if (!message || !outgoing.is_request()) return std::nullopt;
  const Incoming incoming = read_incoming(json, *message);
  const bool is_error = incoming.error.kind() == JsonKind::object;
  if (incoming.has_method || (!is_error && incoming.result.is_absent())) return std::nullopt;
  ErrorResponse response;
  response.is_answer = incoming.is_response_to(outgoing.id);
  response.has_result = response.is_answer && !incoming.result.is_absent();
  response.code = code_of(json, incoming.error);
  response.doubts_session = is_error && (head.status / 100 != 2 || may_concern_session(response.code));
  if (!response.is_answer && !incoming.is_refusal_of(outgoing.id)) return std::nullopt;
  const RequestRefusal refusal = refusal_of(head);
  const bool has_remedy =
      is_error && (refusal.reason == RequestRefusal::Reason::authorization || refusal.wait.has_value());
  if (response.is_answer && !has_remedy) {
    response.message = message->text();
    return response;
  }
  JsonWriter writer;
  writer.object().member("jsonrpc", "2.0").member("id", outgoing.id).key("error");
  if (has_remedy) {
    write_with_advice(writer, json, incoming.error, describe_refusal(origin, head, {}));
  } else {
    writer.value(incoming.error);
  }
  writer.end();
  response.message = std::move(writer).take();
  return response;
}

std::string describe_lost_session(const std::string& origin, const ResponseHead& head, std::string_view body,
                                  const std::string& why) {
  std::string text = "the server at " + origin + " does not know the session any more: it answered " + status_of(head);
  const std::string beginning = excerpt(head, body);
  if (!beginning.empty()) text.append(" (it says: ").append(beginning).append(")");
  return text + "; the request was not carried out, and a new session could not be begun: " + why;
}

SessionDoubt doubt_of(const ResponseHead& head) {
  const RequestRefusal refusal = refusal_of(head);
  switch (refusal.reason) {
    case RequestRefusal::Reason::absent: return SessionDoubt::certain;
    case RequestRefusal::Reason::authorization:
      return refusal.has_challenge ? SessionDoubt::none : SessionDoubt::possible;
    case RequestRefusal::Reason::later: return SessionDoubt::none;
    default: return head.status / 100 == 5 ? SessionDoubt::failure : SessionDoubt::possible;
  }
}

int code_of(const JsonAccess& json, const Json& error) {
  const Json code = member(json, error, "code");
  const std::string_view text = code.text();
  int number = 0;
  const bool is_number = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  return is_number ? number : 0;
}

bool may_concern_session(int code) {
  constexpr int kInvalidRequest = -32600;
  constexpr int kFirstOfServers = -32099;  // "Reserved for implementation-defined server-errors" (JSON-RPC 2.0)
  constexpr int kLastOfServers = -32000;
  return code == kInvalidRequest || (code >= kFirstOfServers && code <= kLastOfServers);
}

bool says_not_taken_up(int code) {
  constexpr int kParseError = -32700;
  return code == kParseError || may_concern_session(code);
}

std::string status_of(const ResponseHead& head) {
  std::string text = "HTTP " + std::to_string(head.status);
  const std::string_view reason = head.reason.empty() ? standard_reason(head.status) : std::string_view(head.reason);
  if (!reason.empty()) text.append(" ").append(reason);
  return text;
}

std::string describe_redirect(const Url& url, const ResponseHead& head) {
  const std::string text = "the server at " + url.origin() + " answered " + status_of(head);
  const auto target = resolve(url, head.location);
  if (head.location.empty()) return text + R"(, a redirect that names no URL; check "url")";
  if (!target) return text + R"(, a redirect to what is no URL; check "url")";
  if (resolve_within_origin(url, head.location)) {
    return text + R"(, a redirect to another path of it; if that is the MCP endpoint, change "url")";
  }
  if (url.is_secure && !target->is_secure) {
    return text + ", a redirect to " + target->origin() + ", to which nothing is sent because it is not encrypted" +
           R"(; check "url")";
  }
  return text + ", a redirect to " + target->origin() + R"(; if that is the MCP endpoint, change "url")";
}

std::string describe_refusal(const std::string& origin, const ResponseHead& head, std::string_view body) {
  std::string text = "the server at " + origin + " answered " + status_of(head);
  if (head.status / 100 == 2) {
    text.append(head.content_type.empty() ? " without a message"
                                          : " with " + head.content_type + " instead of a message");
    text.append(R"(; check "url")");
  }
  text.append(advice(head));
  const std::string beginning = excerpt(head, body);
  if (!beginning.empty()) text.append(" (it says: ").append(beginning).append(")");
  return text;
}

std::string with_remark(const JsonAccess& json, std::string response, const std::string& remark) {
  const auto message = json.checked(response);
  if (!message) return response;
  const Incoming incoming = read_incoming(json, *message);
  if (incoming.error.kind() != JsonKind::object) return response;
  JsonWriter writer;
  writer.object().member("jsonrpc", "2.0").member("id", incoming.id).key("error");
  write_with_advice(writer, json, incoming.error, remark);
  writer.end();
  return std::move(writer).take();
}

}  // namespace workbench::http::transport
