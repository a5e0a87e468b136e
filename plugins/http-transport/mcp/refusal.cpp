#include "mcp/refusal.hpp"

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

std::string_view advice(unsigned status) {
  switch (status) {
    case 401:
      return R"(; it requires authorization, which "headers" can carry, such as {"Authorization": "Bearer ..."})";
    case 403: return R"(; it refused the authorization, or requires one; check "headers")";
    case 404: return R"(; there is no MCP endpoint at this path; check "url")";
    case 405: return R"(; it does not accept POST at this path; check "url")";
    case 429:
    case 502:
    case 503:
    case 504: return "; try again later";
    default: return {};
  }
}

/// The error, with a longer message.
void write_with_advice(JsonWriter& writer, const JsonAccess& json, const Json& error, const std::string& advice) {
  writer.object();
  const auto members = json.members(error);
  for (const JsonMember& member : *members) {
    if (member.key != "message") {
      writer.member(member.key, member.value);
      continue;
    }
    const std::string text = string_or_empty(json, member.value);
    writer.member("message", text.empty() ? advice : text + " (" + advice + ")");
  }
  writer.end();
}

}  // namespace

std::optional<std::string> find_error_response(const JsonAccess& json, const std::string& origin,
                                               const ResponseHead& head, const std::string& body,
                                               const OutgoingMessage& outgoing) {
  const auto message = json.checked(body);
  if (!message || !outgoing.is_request()) return std::nullopt;
  const Incoming incoming = read_incoming(json, *message);
  if (incoming.error.kind() != JsonKind::object || incoming.has_method) return std::nullopt;
  const bool lacks_id = incoming.id.is_absent() || incoming.id.kind() == JsonKind::null;
  const bool is_its_response = incoming.is_response_to(outgoing.id);
  if (!lacks_id && !is_its_response) return std::nullopt;
  const bool requires_authorization = head.status == 401 || head.status == 403;
  if (is_its_response && !requires_authorization) return std::string(message->text());
  JsonWriter writer;
  writer.object().member("jsonrpc", "2.0").member("id", outgoing.id).key("error");
  if (requires_authorization) {
    write_with_advice(writer, json, incoming.error, describe_refusal(origin, head, {}));
  } else {
    writer.value(incoming.error);
  }
  writer.end();
  return std::move(writer).take();
}

std::string status_of(const ResponseHead& head) {
  std::string text = "HTTP " + std::to_string(head.status);
  const std::string_view reason = head.reason.empty() ? standard_reason(head.status) : std::string_view(head.reason);
  if (!reason.empty()) text.append(" ").append(reason);
  return text;
}

std::string describe_refusal(const std::string& origin, const ResponseHead& head, std::string_view body) {
  std::string text = "the server at " + origin + " answered " + status_of(head);
  if (head.status / 100 == 2) {
    text.append(head.content_type.empty() ? " without a message"
                                          : " with " + head.content_type + " instead of a message");
    text.append(R"(; check "url")");
  }
  text.append(advice(head.status));
  const std::string beginning = excerpt(head, body);
  if (!beginning.empty()) text.append(" (it says: ").append(beginning).append(")");
  return text;
}

Error session_ended(const std::string& origin, const ResponseHead& head) {
  return {ErrorKind::unavailable, "the server at " + origin + " has ended the session (" + status_of(head) + ")"};
}

}  // namespace workbench::http::transport
