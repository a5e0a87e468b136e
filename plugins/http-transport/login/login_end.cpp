#include "login/login_end.hpp"

#include <utility>

#include "login/oauth_refusal.hpp"

namespace workbench::http::login {

// Takes the lock first, because a renewal that is active, perhaps in another process, would otherwise store the login
// again.
LoginEnd::LoginEnd(std::shared_ptr<TokenSource> tokens, ServerLogins::Done done)
    : tokens_(std::move(tokens)), done_(std::move(done)) {
  if (context().store->stamp(context().key) == LoginStamp()) {
    load();
    return;
  }
  context().follow(step_,
                   context().store->lock(context().key, kMaxLockWait, [this](Result<std::unique_ptr<StoreLock>> lock) {
                     if (lock) lock_ = *std::move(lock);
                     load();
                   }));
}

void LoginEnd::load() {
  context().follow(step_, context().load([this](const Result<StoredLogin>& login) { handle_loaded(login); }));
}

void LoginEnd::handle_loaded(const Result<StoredLogin>& login) {
  if (!login) return finish(login.error());
  if (!has_tokens(*login) && login->client.id.empty()) return finish(Error{ErrorKind::not_found, "there is no login"});
  forget(*login);
}

/// Only the name of the authorization server is left, so that reports show that a login is missing.
void LoginEnd::forget(StoredLogin login) {
  login_ = std::move(login);
  tokens_->forget();
  StoredLogin left;
  left.issuer = login_.issuer;
  context().follow(step_, context().store->save(context().key, left, [this](const Result<void>& saved) {
    lock_.reset();
    if (!saved) return finish(saved);
    discover();
  }));
}

/// Finds the authorization server by the stored login: the MCP server may not exist any more, or have another one now.
void LoginEnd::discover() {
  if (!login_.access_token.empty()) {
    revocations_.push_back({{"token", login_.access_token}, {"token_type_hint", "access_token"}});
  }
  if (!login_.refresh_token.empty()) {
    revocations_.push_back({{"token", login_.refresh_token}, {"token_type_hint", "refresh_token"}});
  }
  if (revocations_.empty()) return finish(Error{ErrorKind::not_found, "there is no login"});
  Discovery::Request request{context().url, {}, {}, context().settings.metadata, login_.issuer};
  discovery_ = std::make_unique<Discovery>(context(), std::move(request), [this](Result<Discovered> discovered) {
    if (!discovered) return finish(discovered.error());
    server_ = std::move(discovered->server);
    if (server_.revocation_endpoint.empty()) {
      return finish(
          Error{ErrorKind::unavailable, server_.issuer + " cannot revoke tokens; they are good until they expire"});
    }
    revoke_next();
  });
}

void LoginEnd::revoke_next() {
  if (revocations_.empty()) return finish(*revoked_);
  auto request = token_request(server_, context().credentials(login_.client), std::move(revocations_.back()));
  revocations_.pop_back();
  if (!request) return finish(request.error());
  request->url = server_.revocation_endpoint;
  context().follow(step_, context().fetcher->fetch(
                              context().prepared(*std::move(request)), [this](const Result<FetchResponse>& response) {
                                if (!response) return handle_revoked(response.error());
                                if (response->status / 100 == 2) return handle_revoked({});
                                handle_revoked(refusal_in(context().host.json(), *response, "the revocation endpoint"));
                              }));
}

/// The first outcome decides, which is the refresh token's if there is one: many servers cannot revoke access tokens,
/// which expire soon.
void LoginEnd::handle_revoked(const Result<void>& outcome) {
  if (!revoked_) revoked_ = outcome;
  revoke_next();
}

void LoginEnd::finish(const Result<void>& outcome) {
  if (auto done = std::exchange(done_, nullptr)) done(outcome);  // may destroy this
}

}  // namespace workbench::http::login
