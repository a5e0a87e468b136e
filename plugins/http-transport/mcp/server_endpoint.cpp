#include "mcp/server_endpoint.hpp"

#include <utility>

#include <workbench/valid_utf8.hpp>

#include "http/request_refusal.hpp"

namespace workbench::http::transport {

ServerEndpoint::ServerEndpoint(Host& host, ServerAddress address, std::string source, ServerLoginState login)
    : host_(host),
      address_(std::move(address)),
      source_(std::move(source)),
      login_(std::move(login)),
      client_(std::make_shared<HttpClient>(host.loop(), address_)),
      tool_headers_(host.json(), host.limits().tools_per_server) {}

/// "307 Temporary Redirect" and 308 keep the method. After another one a browser sends a GET, as after a form, so the
/// POST may have been carried out; not if only a slash is missing, which frameworks report with 301 or 302 as well.
bool ServerEndpoint::follow(const ResponseHead& redirect, std::string_view method, std::string_view target) {
  // An earlier redirect may have changed the address since the request was sent.
  Url base = address_.url;
  base.target = target;
  const auto found = resolve_within_origin(base, redirect.location);
  if (!found) return false;
  const bool keeps_method = redirect.status == 307 || redirect.status == 308 || method == "GET";
  const bool is_certain = refusal_of(redirect).is_certain;
  if (!keeps_method && !(is_certain && differ_in_last_slash(found->target, target))) return false;
  address_.url.target = found->target;
  return true;
}

std::string ServerEndpoint::as_utf8(std::string text) {
  if (replace_invalid_utf8(text) && !std::exchange(has_other_bytes_, true)) {
    log(LogLevel::information, "its messages have bytes that are not UTF-8, which are read as U+FFFD");
  }
  return text;
}

const std::string& ServerEndpoint::post_target() const {
  return uses_http_sse() ? http_sse_target_ : address_.url.target;
}

HeaderList ServerEndpoint::common_headers() const {
  HeaderList headers = address_.headers;
  if (login_.tokens != nullptr && !login_.tokens->token().empty()) {
    headers.emplace_back("Authorization", "Bearer " + login_.tokens->token());
  }
  return headers;
}

std::string ServerEndpoint::session_of(const OutgoingMessage& message) const {
  return message.is_modern() || message.method == "initialize" ? std::string() : negotiated_.session_id;
}

HeaderList ServerEndpoint::post_headers(const OutgoingMessage& message) const {
  HeaderList headers{{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
  const HeaderList common = common_headers();
  headers.insert(headers.end(), common.begin(), common.end());
  if (message.is_modern()) {
    HeaderList mirrored = tool_headers_.mirror(message);
    headers.insert(headers.end(), mirrored.begin(), mirrored.end());
  } else if (message.method != "initialize") {
    append_session_headers(session_of(message), headers);
  }
  return headers;
}

// "If using HTTP, the client MUST include the MCP-Protocol-Version header": since 2025-06-18.
void ServerEndpoint::append_session_headers(const std::string& id, HeaderList& headers) const {
  if (!id.empty()) headers.emplace_back("Mcp-Session-Id", id);
  const std::string& version = negotiated_.version;
  if (version >= "2025-06-18") headers.emplace_back("MCP-Protocol-Version", version);
}

std::optional<Error> ServerEndpoint::describe_no_token(const Error& reason) const {
  const std::string server = "the server at " + origin() + " ";
  if (reason.kind == ErrorKind::login_required) return Error{reason.kind, server + reason.message};
  if (login_.tokens->refuses_new_tokens()) return Error{reason.kind, server + reason.message};
  // Not every server that answers 401 means OAuth.
  if (reason.kind == ErrorKind::not_found && !login_.is_configured) return std::nullopt;
  return Error{reason.kind, server + "requires authorization, and no login is possible: " + reason.message};
}

std::unique_ptr<HttpCall> ServerEndpoint::request(HttpRequest request, std::weak_ptr<ResponseObserver> observer) {
  return client_->start(std::move(request), std::move(observer));
}

void ServerEndpoint::pause_reading(bool paused) {
  is_reading_paused_ = paused;
  if (client_ != nullptr) client_->pause(paused);
}

}  // namespace workbench::http::transport
