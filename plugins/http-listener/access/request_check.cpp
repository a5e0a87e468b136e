#include "access/request_check.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <charconv>
#include <string_view>
#include <utility>

#include "http/forwarded.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kMetricsPath = "/metrics";

/// How long a browser may remember the answer to a preflight request (the longest that Chromium accepts).
constexpr const char* kPreflightSeconds = "7200";

constexpr const char* kCannotCheck = "The credentials cannot be checked at the moment; retry.";

bool is_json(const std::string* content_type) {
  if (content_type == nullptr) return false;
  std::string_view type = std::string_view(*content_type).substr(0, content_type->find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return boost::beast::iequals(type, "application/json");
}

Response method_not_allowed(std::string_view allowed) {
  Response response = text_response(405, "Method not allowed; use " + std::string(allowed) + ".");
  response.headers.add("Allow", std::string(allowed));
  return response;
}

// A page may send a POST with a "simple" content type to any address; for application/json the browser asks us first.
std::optional<Response> check_post(const Request& head) {
  if (!is_json(head.headers.find("Content-Type"))) {
    return text_response(415, "The Content-Type must be application/json.");
  }
  if (head.headers.has("Content-Encoding")) return text_response(415, "Content-Encoding is not supported.");
  return std::nullopt;
}

std::vector<std::string_view> lines_of(const Headers& headers, std::string_view name) {
  std::vector<std::string_view> lines;
  for (const auto& [own_name, value] : headers) {
    if (boost::beast::iequals(own_name, name)) lines.emplace_back(value);
  }
  return lines;
}

}  // namespace

RequestCheck::RequestCheck(Host& host, const ListenerSettings& settings, const PrincipalList& list, Quota& quota,
                           const MemoryBudget& memory, RequestLog& log, const bool& is_accepting, bool knows_users,
                           TokenVerifier* verifier)
    : host_(host),
      settings_(settings),
      origin_policy_(settings),
      list_(list),
      quota_(quota),
      memory_(memory),
      log_(log),
      is_accepting_(is_accepting),
      admits_own_user_only_(settings.admits_own_user_only() && knows_users),
      authenticators_(host.loop(), host.authenticators()),
      verifier_(verifier),
      resource_(verifier == nullptr ? std::nullopt
                                    : std::optional<ProtectedResource>(std::in_place, host.json(), verifier->settings(),
                                                                       settings.path)) {}

RequestCheck::Verdict RequestCheck::check(Request& head, bool may_wait) {
  if (auto refusal = origin_policy_.check_framing(head)) return {std::move(refusal)};
  if (auto health = check_health(head)) return {std::move(health)};
  if (auto refusal = origin_policy_.check_host(head)) {
    return {refuse(Refused::host, head, "host not allowed", *std::move(refusal))};
  }
  if (resource_) {
    const Headers cors = origin_policy_.cors_headers(head);
    if (auto metadata = resource_->metadata(head, cors.begin() != cors.end())) return {std::move(metadata)};
  }
  if (auto refusal = origin_policy_.check_origin(head)) {
    return {refuse(Refused::origin, head, "origin not allowed", *std::move(refusal))};
  }
  const bool is_metrics = settings_.metrics && head.path() == kMetricsPath;
  if (!is_metrics && head.path() != settings_.path) {
    return {text_response(404, "Not found; the MCP endpoint is " + settings_.path)};
  }
  if (head.method == "OPTIONS" && head.headers.has("Origin")) {
    return {Response{204, {{"Access-Control-Max-Age", kPreflightSeconds}}, {}}};
  }
  if (auto verdict = check_access(head, may_wait); verdict.response || verdict.must_wait) return verdict;
  if (is_metrics) return {metrics_response(head)};
  if (head.method == "POST") return {check_post(head)};
  if (head.method == "GET" || head.method == "DELETE") return {};
  return {method_not_allowed("POST, GET, DELETE")};
}

std::optional<Response> RequestCheck::check_health(const Request& head) const {
  if (head.path() != "/healthz" && head.path() != "/readyz") return std::nullopt;
  if (head.method != "GET" && head.method != "HEAD") return method_not_allowed("GET, HEAD");
  if (head.path() == "/readyz" && !is_accepting_) return text_response(503, "shutting down");
  return text_response(200, "ok");
}

// What the list knows comes first, so that nobody else is asked for it.
RequestCheck::Verdict RequestCheck::check_access(Request& head, bool may_wait) {
  if (auto refusal = check_user(head)) return {std::move(refusal)};
  const std::string* authorization = head.headers.find("Authorization");
  const auto token = find_bearer_token(authorization);
  if (token) head.principal = list_.find_listed(*token);
  if (head.principal != nullptr) return check_scopes(head, head.principal->scopes);
  if (must_ask_authenticators(head)) {
    if (refused_checks_.has_room(head.source->address, Quota::Clock::now())) return {{}, true};
    return {refuse(Refused::rate, head, "too many credentials of its address were refused before",
                   unavailable_response(kCannotCheck))};
  }
  if (head.authentication != nullptr) {
    if (const auto* accepted = std::get_if<Authenticated>(head.authentication.get())) {
      return check_authentication(head, *accepted);
    }
    if (const auto* refused = std::get_if<AuthenticationRefused>(head.authentication.get())) {
      return refuse_authentication(head, *refused);
    }
  }
  if (verifier_ != nullptr && token) return check_token(head, *token, may_wait);
  const RequestSource& source = *head.source;
  auto found = list_.authenticate({authorization, source.certificate_subject, source.user});
  if (auto* refusal = std::get_if<PrincipalList::Refusal>(&found)) {
    return {refuse(Refused::credentials, head, refusal->reason,
                   without_credentials(resource_ ? resource_->token_required() : std::move(refusal->response)))};
  }
  const bool is_known_by_user = authorization == nullptr && !source.certificate_subject;
  if (is_known_by_user) {
    if (auto refusal = origin_policy_.check_host_without_token(head)) {
      return {refuse(Refused::host, head, "host not allowed", *std::move(refusal))};
    }
  }
  head.principal = std::get<PrincipalList::PrincipalPtr>(std::move(found));
  return check_scopes(head, head.principal->scopes);
}

RequestCheck::Verdict RequestCheck::refuse_authentication(const Request& head, const AuthenticationRefused& refused) {
  Response response =
      refused.is_unavailable ? unavailable_response(kCannotCheck) : text_response(401, "Invalid credentials.");
  if (!refused.is_unavailable) {
    refused_checks_.add(head.source->address, Quota::Clock::now());
    response.headers.add("WWW-Authenticate", refused.challenge.empty() ? "Bearer" : refused.challenge);
  }
  return {refuse(Refused::credentials, head, "credentials refused by " + refused.reason, std::move(response))};
}

/// Adds how clients may authenticate by the authenticators of plugins.
Response RequestCheck::without_credentials(Response response) const {
  for (std::string& challenge : authenticators_.challenges()) {
    response.headers.add("WWW-Authenticate", std::move(challenge));
  }
  return response;
}

/// One that names scopes is granted these alone, as if an access token granted them.
RequestCheck::Verdict RequestCheck::check_scopes(Request& head, const std::optional<Scopes>& granted) {
  const bool lacks_scope = verifier_ != nullptr && granted &&
                           std::any_of(verifier_->settings().scopes.begin(), verifier_->settings().scopes.end(),
                                       [&](const std::string& needed) {
                                         return std::find(granted->begin(), granted->end(), needed) == granted->end();
                                       });
  if (!lacks_scope) return {check_quotas(head)};
  return {refuse(Refused::credentials, head, "principal without the scopes of listener.http.oauth.scopes",
                 resource_->insufficient_scope())};
}

RequestCheck::Verdict RequestCheck::check_authentication(Request& head, const Authenticated& accepted) {
  head.principal = authenticators_.principal_of(accepted);
  head.authorized_until = Expiry(accepted.end);
  if (accepted.principal.scopes) head.scopes = {head.authentication, &*accepted.principal.scopes};
  return check_scopes(head, accepted.principal.scopes);
}

RequestCheck::Verdict RequestCheck::check_token(Request& head, std::string_view token, bool may_wait) {
  auto decision = verifier_->verify(token, head.source->address, may_wait);
  if (std::holds_alternative<TokenVerifier::Pending>(decision)) return {{}, true};
  if (const auto* refused = std::get_if<TokenVerifier::Refused>(&decision)) {
    const std::string reason = "access token refused: " + refused->reason;
    return {refuse(Refused::credentials, head, reason,
                   refused->is_unavailable
                       ? unavailable_response("The access token cannot be verified at the moment; retry.")
                       : resource_->invalid_token())};
  }
  auto& accepted = std::get<TokenVerifier::Accepted>(decision);
  head.principal = std::move(accepted.principal);
  head.scopes = std::move(accepted.scopes);
  head.authorized_until = accepted.end;
  if (accepted.has_scopes) return {check_quotas(head)};
  return {refuse(Refused::credentials, head, "access token without the scopes of listener.http.oauth.scopes",
                 resource_->insufficient_scope())};
}

std::unique_ptr<EventLoop::Subscription> RequestCheck::wait(Request& head, MoveOnlyFunction<void()> done) {
  if (must_ask_authenticators(head)) return authenticators_.ask(head, std::move(done));
  const auto token = find_bearer_token(head.headers.find("Authorization"));
  return verifier_->wait(token.value_or(std::string_view()), std::move(done));
}

// Whatever can reach a port of this machine can use the servers of the person who runs the workbench: on a shared
// machine, that is every user. A trusted proxy is no exception, or an option that tells whose words the log may repeat
// would let them all in.
std::optional<Response> RequestCheck::check_user(const Request& head) {
  const auto& user = head.source->local_user;
  if (!admits_own_user_only_ || !user || head.source->certificate_subject) return std::nullopt;
  if (*user && may_enter(**user)) return std::nullopt;
  // Such as no descriptor that is left: the client may well be the one who may connect.
  if (!*user && user->error().kind == ErrorKind::unavailable) {
    return refuse(Refused::connections, head, "cannot find out whose process it is (" + user->error().message + ")",
                  unavailable_response("The system does not tell at the moment whose process connects; retry."));
  }
  const std::string who = *user ? "user " + user_name(**user) : user->error().message;
  return refuse(Refused::user, head, "another user's process (" + who + ")",
                text_response(403,
                              "Only processes of the user who runs the workbench may connect without a token; set "
                              "listener.http.tokensFile, or listener.http.allowAnonymous=true to let in every user of "
                              "this machine."));
}

std::optional<Response> RequestCheck::check_quotas(const Request& head) {
  if (auto refusal = check_memory(head)) return refusal;
  return check_rate(head, 1, 0);
}

std::optional<Response> RequestCheck::check_memory(const Request& head) {
  if (memory_.is_unused() || head.method == "DELETE") return std::nullopt;  // by which a client ends what it holds
  const std::string* length = head.headers.find("Content-Length");
  std::size_t announced = 0;
  if (length != nullptr) std::from_chars(length->data(), length->data() + length->size(), announced);
  const auto excess = memory_.excess_of(quota_client(head.principal.get(), head.source->address), announced);
  if (excess == MemoryBudget::Excess::none) return std::nullopt;
  return refuse_for_memory(excess, head.source->address, head.principal.get());
}

Response RequestCheck::refuse_for_memory(MemoryBudget::Excess excess, std::string_view address,
                                         const Principal* principal) {
  if (excess == MemoryBudget::Excess::all) {
    log_.refuse(Refused::quota, address, "too much is held for all clients (listener.http.heldBytes)", principal);
    return unavailable_response("Too much memory is held for clients (listener.http.heldBytes); retry.");
  }
  log_.refuse(Refused::quota, address, "too much is held for it (listener.http.heldBytesPerPrincipal)", principal);
  Response response = text_response(
      429,
      "Too much memory is held for this client (listener.http.heldBytesPerPrincipal): finish requests and read "
      "responses, then retry.");
  response.headers.add("Retry-After", "1");
  response.headers.add("Connection", "close");
  return response;
}

std::optional<Response> RequestCheck::check_rate(const Request& head, std::size_t requests, std::size_t counted) {
  if (settings_.quotas.requests_per_second == 0) return std::nullopt;
  const auto wait =
      quota_.admit(quota_client(head.principal.get(), head.source->address), requests, Quota::Clock::now(), counted);
  if (!wait) return std::nullopt;
  Response too_many = text_response(429, "Too many requests (listener.http.requestsPerSecond).");
  too_many.headers.add("Retry-After", std::to_string(wait->count()));
  return refuse(Refused::rate, head, "too many requests (listener.http.requestsPerSecond)", std::move(too_many));
}

std::optional<Response> RequestCheck::admit_batch(const Request& request, std::size_t members) {
  return members < 2 ? std::nullopt : check_rate(request, members - 1, 1);
}

Response RequestCheck::metrics_response(const Request& head) {
  if (!list_.may_read_metrics(*head.principal)) {
    return refuse(
        Refused::credentials, head, "may not read metrics",
        text_response(403, "Not allowed: add \"metrics\": true to this principal's entry in the tokens file."));
  }
  if (head.method != "GET" && head.method != "HEAD") return method_not_allowed("GET, HEAD");
  return {200, {{"Content-Type", std::string(kMetricsMediaType)}}, Message(host_.metrics())};
}

Response RequestCheck::refuse(Refused why, const Request& head, std::string_view what, Response response) {
  log_.refuse(why, head.source->address, what, head.principal.get());
  return response;
}

// --- what trusted proxies say ----------------------------------------------------------------------------------------

// Of one kind of header only: a proxy passes the other kind on as the client has sent it.
void RequestCheck::apply_forwarded(Request& head) const {
  const ForwardedRequest said =
      settings_.reads_forwarded
          ? read_forwarded(lines_of(head.headers, "Forwarded"), settings_.trusted_proxies)
          : read_x_forwarded({lines_of(head.headers, "X-Forwarded-For"), lines_of(head.headers, "X-Forwarded-Proto"),
                              lines_of(head.headers, "X-Forwarded-Host")},
                             settings_.trusted_proxies);
  if (!said.problem.empty()) {
    host_.log(LogLevel::debug, "listener 'http'", "ignored what a trusted proxy forwarded: " + said.problem);
    return;
  }
  RequestSource source = *head.source;
  if (said.client) source.address = said.client->text();
  if (!said.scheme.empty()) source.is_secure = said.scheme == "https";
  if (!said.host.empty() && head.headers.count("Host") <= 1) {  // more are refused
    const std::string* received = head.headers.find("Host");
    if (received != nullptr) source.replaced_host = *received;
    head.headers.replace("Host", said.host);
  }
  head.source = std::make_shared<const RequestSource>(std::move(source));
}

Headers RequestCheck::response_headers(const Request& request) const {
  Headers headers = origin_policy_.cors_headers(request);
  if (settings_.has_tls() && request.source != nullptr && request.source->is_secure)
    headers.add("Strict-Transport-Security", "max-age=31536000");
  return headers;
}

}  // namespace workbench::http
