#include "access/request_check.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <utility>

#include "console/console_routes.hpp"

namespace workbench::http {
namespace {

/// How long a browser may remember the answer to a preflight request (the longest that Chromium accepts).
constexpr const char* kPreflightSeconds = "7200";

constexpr const char* kCannotCheck = "The credentials cannot be checked at the moment; retry.";

std::vector<Route> all_routes(const RouteParts& parts, ConsoleAccess* console) {
  std::vector<Route> routes = make_routes(parts);
  if (console == nullptr) return routes;
  std::vector<Route> more = make_console_routes(*console);
  std::move(more.begin(), more.end(), std::back_inserter(routes));
  return routes;
}

bool is_of_console(const Route* route) {
  return route != nullptr &&
         (route->admission == Admission::console_page || route->admission == Admission::console_session);
}

std::string not_found(const ListenerSettings& settings) {
  return settings.console_only ? "Not found; the console is /console/"
                               : "Not found; the MCP endpoint is " + settings.path;
}

}  // namespace

RequestCheck::RequestCheck(Host& host, const ListenerSettings& settings, const PrincipalList& list, Quota& quota,
                           const MemoryBudget& memory, RequestLog& log, const bool& is_accepting, bool knows_users,
                           TokenVerifier* verifier, ConsoleAccess* console)
    : host_(host),
      settings_(settings),
      origin_policy_(settings),
      list_(list),
      quota_(quota),
      memory_(memory),
      log_(log),
      admits_own_user_only_(settings.admits_own_user_only() && knows_users),
      authenticators_(host.loop(), host.authenticators()),
      verifier_(verifier),
      console_(console),
      resource_(verifier == nullptr ? std::nullopt
                                    : std::optional<ProtectedResource>(std::in_place, host.json(), verifier->settings(),
                                                                       settings.path)),
      routes_(all_routes({host, settings_, origin_policy_, list_, log_, is_accepting, resource_}, console)) {}

RequestCheck::Verdict RequestCheck::check(ReceivedRequest& head, bool may_wait) {
  if (auto refusal = origin_policy_.check_framing(head)) return {std::move(refusal)};
  const Route* const route = find_route(routes_, head);
  if (route != nullptr && route->admission == Admission::anybody) return {answer(*route, head)};
  if (auto refusal = origin_policy_.check_host(head)) {
    return {refuse(RefusalCause::host, head, "host not allowed", *std::move(refusal))};
  }
  if (route != nullptr && route->admission == Admission::known_host) return {answer(*route, head)};
  if (is_of_console(route)) return check_console(head, *route);
  if (auto refusal = origin_policy_.check_origin(head)) {
    return {refuse(RefusalCause::origin, head, "origin not allowed", *std::move(refusal))};
  }
  if (route == nullptr) return {text_response(404, not_found(settings_))};
  if (head.method == "OPTIONS" && head.headers.has("Origin")) {
    return {Response{204, {{"Access-Control-Max-Age", kPreflightSeconds}}, {}}};
  }
  if (auto verdict = check_access(head, may_wait); verdict.response || verdict.must_wait) return verdict;
  return {answer(*route, head)};
}

RequestCheck::Verdict RequestCheck::check_console(ReceivedRequest& head, const Route& route) {
  if (auto refusal = check_user(head)) return {std::move(refusal)};
  const bool needs_session = route.admission == Admission::console_session;
  if (auto refusal = needs_session ? console_->admit(head) : console_->check_page(head)) {
    if (refusal->reason.empty()) return {std::move(refusal->response)};
    return {refuse(refusal->cause, head, refusal->reason, std::move(refusal->response))};
  }
  head.reader = route.reader;
  if (head.reader != BodyReader::operator_methods) head.operator_view = OperatorView::none;
  auto verdict = needs_session ? check_scopes(head, head.principal->scopes) : Verdict{check_quotas(head)};
  return verdict.response ? std::move(verdict) : Verdict{answer(route, head)};
}

// The list of tokens is searched first, so that no authenticator receives a token of the list.
RequestCheck::Verdict RequestCheck::check_access(ReceivedRequest& head, bool may_wait) {
  if (auto refusal = check_user(head)) return {std::move(refusal)};
  const std::string* authorization = head.headers.find("Authorization");
  const auto token = find_bearer_token(authorization);
  if (token) head.principal = list_.find_listed(*token);
  if (head.principal != nullptr) return check_scopes(head, head.principal->scopes);
  if (must_ask_authenticators(head)) {
    if (refused_checks_.has_room(head.source->address, Quota::Clock::now())) return {{}, true};
    return {refuse(RefusalCause::rate, head, "too many credentials of its address were refused before",
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
    return {refuse(RefusalCause::credentials, head, refusal->reason,
                   without_credentials(resource_ ? resource_->token_required() : std::move(refusal->response)))};
  }
  const bool is_known_by_user = authorization == nullptr && !source.certificate_subject;
  if (is_known_by_user) {
    if (auto refusal = origin_policy_.check_host_without_token(head)) {
      return {refuse(RefusalCause::host, head, "host not allowed", *std::move(refusal))};
    }
  }
  head.principal = std::get<PrincipalList::PrincipalPtr>(std::move(found));
  return check_scopes(head, head.principal->scopes);
}

RequestCheck::Verdict RequestCheck::refuse_authentication(const ReceivedRequest& head,
                                                          const AuthenticationRefused& refused) {
  Response response =
      refused.is_unavailable ? unavailable_response(kCannotCheck) : text_response(401, "Invalid credentials.");
  if (!refused.is_unavailable) {
    refused_checks_.add(head.source->address, Quota::Clock::now());
    response.headers.add("WWW-Authenticate", refused.challenge.empty() ? "Bearer" : refused.challenge);
  }
  return {refuse(RefusalCause::credentials, head, "credentials refused by " + refused.reason, std::move(response))};
}

/// Adds the challenges of the plugins' authenticators.
Response RequestCheck::without_credentials(Response response) const {
  for (std::string& challenge : authenticators_.challenges()) {
    response.headers.add("WWW-Authenticate", std::move(challenge));
  }
  return response;
}

/// A principal with a list of scopes is granted only these, as if by an access token; without a list, everything.
RequestCheck::Verdict RequestCheck::check_scopes(ReceivedRequest& head, const std::optional<Scopes>& granted) {
  const bool lacks_scope = verifier_ != nullptr && granted &&
                           std::any_of(verifier_->settings().scopes.begin(), verifier_->settings().scopes.end(),
                                       [&](const std::string& needed) {
                                         return std::find(granted->begin(), granted->end(), needed) == granted->end();
                                       });
  if (!lacks_scope) return {check_quotas(head)};
  return {refuse(RefusalCause::credentials, head, "principal without the scopes of listener.http.oauth.scopes",
                 resource_->insufficient_scope())};
}

RequestCheck::Verdict RequestCheck::check_authentication(ReceivedRequest& head, const Authenticated& accepted) {
  head.principal = authenticators_.principal_of(accepted);
  head.authorized_until = Expiry(accepted.end);
  if (accepted.principal.scopes) head.scopes = {head.authentication, &*accepted.principal.scopes};
  return check_scopes(head, accepted.principal.scopes);
}

RequestCheck::Verdict RequestCheck::check_token(ReceivedRequest& head, std::string_view token, bool may_wait) {
  auto decision = verifier_->verify(token, head.source->address, may_wait);
  if (std::holds_alternative<TokenVerifier::Pending>(decision)) return {{}, true};
  if (const auto* refused = std::get_if<TokenVerifier::Refused>(&decision)) {
    const std::string reason = "access token refused: " + refused->reason;
    return {refuse(RefusalCause::credentials, head, reason,
                   refused->is_unavailable
                       ? unavailable_response("The access token cannot be verified at the moment; retry.")
                       : resource_->invalid_token())};
  }
  auto& accepted = std::get<TokenVerifier::Accepted>(decision);
  head.principal = std::move(accepted.principal);
  head.scopes = std::move(accepted.scopes);
  head.authorized_until = accepted.end;
  if (accepted.has_scopes) return {check_quotas(head)};
  return {refuse(RefusalCause::credentials, head, "access token without the scopes of listener.http.oauth.scopes",
                 resource_->insufficient_scope())};
}

std::unique_ptr<EventLoop::Subscription> RequestCheck::wait(ReceivedRequest& head, MoveOnlyFunction<void()> done) {
  if (must_ask_authenticators(head)) return authenticators_.ask(head, std::move(done));
  const auto token = find_bearer_token(head.headers.find("Authorization"));
  return verifier_->wait(token.value_or(std::string_view()), std::move(done));
}

// Every process that can reach a port of this machine could use the servers of the user of the workbench: on a shared
// machine, that is every user. A trusted proxy is not an exception: otherwise an option that only decides which
// addresses the log shows would admit them all.
std::optional<Response> RequestCheck::check_user(const ReceivedRequest& head) {
  const auto& user = head.source->local_user;
  if (!admits_own_user_only_ || !user || head.source->certificate_subject) return std::nullopt;
  if (*user && may_enter(**user)) return std::nullopt;
  // For example, no descriptor is left: the client may well be allowed to connect.
  if (!*user && user->error().kind == ErrorKind::unavailable) {
    return refuse(
        RefusalCause::connections, head, "cannot determine the user of its process (" + user->error().message + ")",
        unavailable_response("The user of the connecting process cannot be determined at the moment; retry."));
  }
  const std::string who = *user ? "user " + user_name(**user) : user->error().message;
  return refuse(RefusalCause::user, head, "another user's process (" + who + ")",
                text_response(403,
                              "Only processes of the user who runs the workbench may connect without a token; set "
                              "listener.http.tokensFile, or listener.http.allowAnonymous=true to let in every user of "
                              "this machine."));
}

std::optional<Response> RequestCheck::check_quotas(const ReceivedRequest& head) {
  if (auto refusal = check_memory(head)) return refusal;
  return check_rate(head, 1, 0);
}

std::optional<Response> RequestCheck::check_memory(const ReceivedRequest& head) {
  if (memory_.is_unused() || head.method == "DELETE") return std::nullopt;  // by which a client releases memory
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
    log_.refuse(RefusalCause::quota, address, "too much is held for all clients (listener.http.heldBytes)", principal);
    return unavailable_response("Too much memory is held for clients (listener.http.heldBytes); retry.");
  }
  log_.refuse(RefusalCause::quota, address, "too much is held for it (listener.http.heldBytesPerPrincipal)", principal);
  Response response = text_response(
      429,
      "Too much memory is held for this client (listener.http.heldBytesPerPrincipal): finish requests and read "
      "responses, then retry.");
  response.headers.add("Retry-After", "1");
  response.headers.add("Connection", "close");
  return response;
}

std::optional<Response> RequestCheck::check_rate(const ReceivedRequest& head, std::size_t requests,
                                                 std::size_t counted) {
  if (settings_.quotas.requests_per_second == 0) return std::nullopt;
  const auto wait =
      quota_.admit(quota_client(head.principal.get(), head.source->address), requests, Quota::Clock::now(), counted);
  if (!wait) return std::nullopt;
  Response too_many = text_response(429, "Too many requests (listener.http.requestsPerSecond).");
  too_many.headers.add("Retry-After", std::to_string(wait->count()));
  return refuse(RefusalCause::rate, head, "too many requests (listener.http.requestsPerSecond)", std::move(too_many));
}

std::optional<Response> RequestCheck::admit_batch(const ReceivedRequest& request, std::size_t members) {
  return members < 2 ? std::nullopt : check_rate(request, members - 1, 1);
}

Response RequestCheck::refuse(RefusalCause why, const ReceivedRequest& head, std::string_view what, Response response) {
  log_.refuse(why, head.source->address, what, head.principal.get());
  return response;
}

Headers RequestCheck::response_headers(const ReceivedRequest& request) const {
  Headers headers = origin_policy_.cors_headers(request);
  if (settings_.has_tls() && request.source != nullptr && request.source->is_secure)
    headers.add("Strict-Transport-Security", "max-age=31536000");
  return headers;
}

}  // namespace workbench::http
