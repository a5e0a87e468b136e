#include "oauth/login_end.hpp"

#include <utility>

#include "oauth/oauth_refusal.hpp"

namespace workbench::http::oauth {

LoginEnd::LoginEnd(std::shared_ptr<TokenSource> tokens, ServerLogins::Done done)
    : tokens_(std::move(tokens)), done_(std::move(done)) {
  context().follow(step_, context().load([this](const Result<StoredLogin>& login) { handle_loaded(login); }));
}

void LoginEnd::handle_loaded(const Result<StoredLogin>& login) {
  if (!login) return finish(login.error());
  if (login->access_token.empty() && login->refresh_token.empty()) {
    return finish(Error{ErrorKind::not_found, "there is no login"});
  }
  forget(*login);
}

void LoginEnd::forget(StoredLogin login) {
  login_ = std::move(login);
  tokens_->forget();
  StoredLogin left;
  left.issuer = login_.issuer;
  left.client = login_.client;
  context().follow(step_, context().store->save(context().key, left, [this](const Result<void>& saved) {
    if (!saved) return finish(saved);
    discover();
  }));
}

void LoginEnd::discover() {
  if (!login_.access_token.empty()) {
    revocations_.push_back({{"token", login_.access_token}, {"token_type_hint", "access_token"}});
  }
  if (!login_.refresh_token.empty()) {
    revocations_.push_back({{"token", login_.refresh_token}, {"token_type_hint", "refresh_token"}});
  }
  Discovery::Request request{context().url, {}, context().settings.issuer, context().settings.metadata};
  discovery_ = std::make_unique<Discovery>(
      context().host.json(), *context().fetcher, context().addresses, std::move(request),
      [this](Result<Discovered> discovered) {
        if (!discovered) return finish(discovered.error());
        server_ = std::move(discovered->server);
        if (server_.issuer != login_.issuer)
          return finish(Error{ErrorKind::unavailable,
                              "the server has changed its authorization server, which was " + login_.issuer});
        if (server_.revocation_endpoint.empty()) {
          return finish(
              Error{ErrorKind::unavailable, server_.issuer + " cannot revoke tokens; they are good until they expire"});
        }
        revoke_next();
      });
}

void LoginEnd::revoke_next() {
  if (revocations_.empty()) return finish({});
  auto request = token_request(server_, context().credentials(login_.client), std::move(revocations_.back()));
  revocations_.pop_back();
  if (!request) return finish(request.error());
  request->url = server_.revocation_endpoint;
  context().follow(step_, context().fetcher->fetch(
                              context().allowed(*std::move(request)), [this](const Result<FetchResponse>& response) {
                                if (!response) return finish(response.error());
                                if (response->status == 200) return revoke_next();
                                finish(refusal_in(context().host.json(), *response, "the revocation endpoint"));
                              }));
}

void LoginEnd::finish(const Result<void>& outcome) {
  if (auto done = std::exchange(done_, nullptr)) done(outcome);  // may destroy this
}

}  // namespace workbench::http::oauth
