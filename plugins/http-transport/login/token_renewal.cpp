#include "login/token_renewal.hpp"

#include <chrono>
#include <utility>

#include "http/request_refusal.hpp"
#include "login/issuer.hpp"
#include "login/oauth_refusal.hpp"

namespace workbench::http::login {
namespace {

/// A login that has nothing but its authorization server.
StoredLogin bound_to(const std::string& issuer) {
  StoredLogin login;
  login.issuer = issuer;
  return login;
}

bool has_expired(const StoredLogin& login) {
  return login.access_token_end && std::chrono::system_clock::now() >= *login.access_token_end;
}

}  // namespace

StoredLogin with_grant(StoredLogin login, Grant grant, const Words& scopes) {
  login.access_token = std::move(grant.access_token);
  // "The authorization server MAY issue a new refresh token": without one, the old one stays good.
  if (!grant.refresh_token.empty()) login.refresh_token = std::move(grant.refresh_token);
  login.access_token_end.reset();
  if (grant.lifetime) login.access_token_end = std::chrono::system_clock::now() + *grant.lifetime;
  login.scopes = grant.scopes ? *std::move(grant.scopes) : scopes;
  return login;
}

TokenRenewal::TokenRenewal(const LoginContext& context, Request request, Done done)
    : context_(context), request_(std::move(request)), done_(std::move(done)) {
  context_.follow(step_, context_.host.loop().after(std::chrono::milliseconds(0), [this] {
    if (is_own()) return load();
    lock();
  }));
}

// --- the stored login ------------------------------------------------------------------------------------------------

void TokenRenewal::lock() {
  // Without anything in the store, there is nothing to renew, and no file is made for it.
  if (context_.store->stamp(context_.key) == LoginStamp()) return load();
  context_.follow(step_,
                  context_.store->lock(context_.key, kMaxLockWait, [this](Result<std::unique_ptr<StoreLock>> lock) {
                    if (!lock) return finish(lock.error());
                    lock_ = *std::move(lock);
                    load();
                  }));
}

void TokenRenewal::load() {
  stamp_ = context_.store->stamp(context_.key);
  context_.follow(step_, context_.load([this](const Result<StoredLogin>& login) { handle_loaded(login); }));
}

void TokenRenewal::handle_loaded(const Result<StoredLogin>& login) {
  if (!login && !is_own()) return finish(login.error());
  if (login) login_ = is_own() ? bound_to(login->issuer) : *login;
  const bool is_usable = !login_.access_token.empty() && login_.access_token != request_.refused &&
                         !has_expired(login_) && contains_all(login_.scopes, request_.challenge.scopes);
  if (is_usable) return finish(std::move(login_));
  if (request_.discovered) return handle_discovered();
  discover();
}

// --- the authorization server ----------------------------------------------------------------------------------------

void TokenRenewal::discover() {
  Discovery::Request request{context_.url, request_.challenge, context_.settings.issuer, context_.settings.metadata};
  discovery_ = std::make_unique<Discovery>(context_, std::move(request), [this](Result<Discovered> discovered) {
    if (!discovered) return finish(discovered.error());
    request_.discovered = *std::move(discovered);
    handle_discovered();
  });
}

/// Tokens and registrations are another server's if the resource has changed its authorization server.
void TokenRenewal::handle_discovered() {
  if (is_own()) {
    if (const auto refusal = context_.refuse_issuer(login_.issuer, request_.discovered->server.issuer))
      return finish(*refusal);
    return request_own_token();
  }
  const Words& demanded = request_.challenge.scopes;
  const bool needs_more = lacks_scopes() && !contains_all(login_.scopes, demanded);
  if (lacks_scopes() && !needs_more && !login_.access_token.empty()) {
    // Another login would grant the same.
    return finish(Error{ErrorKind::protocol, "the login has the scopes that the server demands (" +
                                                 join_scopes(demanded) + "), but it refuses it"});
  }
  const bool is_another = !is_same_issuer(login_.issuer, request_.discovered->server.issuer);
  if (login_.refresh_token.empty() || needs_more || is_another) return require_login();
  refresh();
}

void TokenRenewal::refresh() {
  request_.scopes = login_.scopes;
  Form parameters{{"grant_type", "refresh_token"}, {"refresh_token", login_.refresh_token}};
  add_parameter(parameters, "resource", context_.resource_for(request_.discovered->resource));
  request_token(std::move(parameters));
}

void TokenRenewal::request_own_token() {
  // Without a challenge's scopes, "use all scopes defined in scopes_supported".
  if (request_.scopes.empty()) request_.scopes = request_.discovered->resource.scopes;
  Form parameters{{"grant_type", "client_credentials"}};
  add_parameter(parameters, "resource", context_.resource_for(request_.discovered->resource));
  add_parameter(parameters, "scope", join_scopes(request_.scopes));
  request_token(std::move(parameters));
}

void TokenRenewal::request_token(Form parameters) {
  auto request = token_request(request_.discovered->server, context_.credentials(login_.client), std::move(parameters));
  if (!request) return finish(request.error());
  context_.follow(step_,
                  context_.fetcher->fetch(context_.prepared(*std::move(request)),
                                          [this](const Result<FetchResponse>& response) { handle_token(response); }));
}

void TokenRenewal::handle_token(const Result<FetchResponse>& response) {
  auto grant = read_grant(context_.host.json(), response);
  if (!grant && response) wait_ = transport::refusal_of(*response).wait;
  if (!grant) return handle_refusal(response, grant.error());
  was_granted_ = true;
  StoredLogin login = with_grant(login_, *std::move(grant), request_.scopes);
  return is_own() ? bind_own_client(std::move(login)) : save(std::move(login));
}

/// Every refusal of the grant leads to another login: whatever its code means, this refresh token did not help. Not if
/// the client that a person has registered is refused, because a login would fail in the same way. The tokens are
/// erased only if they have ended, or if the client is not known any more: otherwise the refresh token may still be
/// accepted later.
void TokenRenewal::handle_refusal(const Result<FetchResponse>& response, const Error& reason) {
  if (is_own()) {
    request_.discovered.reset();  // it may have moved
    return finish(reason);
  }
  const std::string code = response ? refusal_code(context_.host.json(), *response) : "";
  const bool has_no_client = context_.has_forgotten_client(code);
  const bool is_other_client = is_refused_client(code) && !has_no_client;
  if (!response || is_other_client || !is_refused_grant(context_.host.json(), *response)) return finish(reason);
  refusal_ = reason.message;
  const bool has_ended = is_end_of_grant(code) || has_no_client;
  context_.host.log(LogLevel::warning, context_.name,
                    (has_ended ? "the login has ended: " : "the login cannot be renewed: ") + refusal_);
  if (!has_ended) return require_login();
  login_.refresh_token.clear();
  login_.access_token.clear();
  if (has_no_client) login_.client = {};
  context_.follow(step_, context_.store->save(context_.key, login_, [this](const Result<void>&) { require_login(); }));
}

/// Keeps which authorization server has got the secret. The token itself is not kept.
void TokenRenewal::bind_own_client(StoredLogin login) {
  const std::string& found = request_.discovered->server.issuer;
  const bool is_bound = is_same_issuer(login_.issuer, found) || context_.settings.client.secret.empty();
  login_ = std::move(login);
  login_.issuer = found;
  if (is_bound) return finish(std::move(login_));
  context_.follow(step_, context_.store->save(context_.key, bound_to(login_.issuer), [this](const Result<void>& saved) {
    if (!saved)
      context_.host.log(LogLevel::warning, context_.name,
                        "its authorization server is not kept: " + saved.error().message);
    finish(std::move(login_));
  }));
}

/// A login that cannot be stored is still used: the server may no longer accept the old refresh token.
void TokenRenewal::save(StoredLogin login) {
  login_ = std::move(login);
  context_.follow(step_, context_.store->save(context_.key, login_, [this](const Result<void>& saved) {
    stamp_ = context_.store->stamp(context_.key);  // still with the lock
    if (!saved) context_.host.log(LogLevel::error, context_.name, "the login is not kept: " + saved.error().message);
    finish(std::move(login_));
  }));
}

// --- ending ----------------------------------------------------------------------------------------------------------

void TokenRenewal::require_login() {
  const Challenge& challenge = request_.challenge;
  if (lacks_scopes() && !login_.access_token.empty()) {
    return finish(Error{ErrorKind::login_required, "requires a login with more scopes (" +
                                                       join_scopes(challenge.scopes) +
                                                       "); run: " + context_.login_command(challenge.scopes)});
  }
  const std::string because = refusal_.empty() ? "" : " (" + refusal_ + ")";
  finish(Error{ErrorKind::login_required, "requires a login" + because + "; run: " + context_.login_command()});
}

void TokenRenewal::finish(Result<StoredLogin> login) {
  lock_.reset();
  std::exchange(done_, nullptr)(std::move(login));
}

}  // namespace workbench::http::login
