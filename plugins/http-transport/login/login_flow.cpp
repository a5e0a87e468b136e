#include "login/login_flow.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include "http-shared/crypto.hpp"
#include "login/issuer.hpp"
#include "login/oauth_refusal.hpp"
#include "login/registration.hpp"

namespace workbench::http::login {
namespace {

/// How often the store is checked for a login that the user has made in another way, such as with the command.
constexpr std::chrono::milliseconds kBetweenLooksForLogin{250};

constexpr std::size_t kIdBytes = 8;

/// A request that any server may refuse without a token, and that has no effect if the server does not refuse it.
FetchRequest probe_of(const std::string& url) {
  FetchRequest request{url, {}};
  request.headers.add("Content-Type", "application/json");
  request.headers.add("Accept", "application/json, text/event-stream");
  request.headers.add("MCP-Protocol-Version", "2026-07-28");
  request.headers.add("Mcp-Method", "server/discover");
  request.body = R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{)"
                 R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                 R"("io.modelcontextprotocol/clientInfo":{"name":"mcp-workbench","version":"1"},)"
                 R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
  return request;
}

bool has_expired(const ClientRegistration& client) {
  return client.secret_end && std::chrono::system_clock::now() >= *client.secret_end;
}

}  // namespace

LoginFlow::LoginFlow(std::shared_ptr<TokenSource> tokens, Words scopes, ServerLogins::Visit visit,
                     ServerLogins::Done done)
    : tokens_(std::move(tokens)), scopes_(std::move(scopes)), visit_(std::move(visit)), done_(std::move(done)) {
  context().follow(step_, context().host.loop().after(std::chrono::milliseconds(0), [this] {
    discovered_ = tokens_->discovered();
    if (discovered_) return load();
    probe();
  }));
}

// --- the server's demand ---------------------------------------------------------------------------------------------

void LoginFlow::probe() {
  context().follow(step_, context().fetcher->fetch(context().prepared(probe_of(context().url)),
                                                   [this](const Result<FetchResponse>& response) {
                                                     if (!response) return finish(response.error());
                                                     discover(read_challenge(response->headers));
                                                   }));
}

void LoginFlow::discover(Challenge challenge) {
  add_words(scopes_, challenge.scopes);
  Discovery::Request request{context().url, std::move(challenge), context().settings.issuer,
                             context().settings.metadata};
  discovery_ = std::make_unique<Discovery>(context(), std::move(request), [this](Result<Discovered> discovered) {
    if (!discovered) return finish(discovered.error());
    discovered_ = *std::move(discovered);
    load();
  });
}

/// Loads the stored login. Its registration and scopes are not used if they belong to another issuer.
void LoginFlow::load() {
  stamp_ = context().store->stamp(context().key);
  context().follow(step_, context().load([this](const Result<StoredLogin>& login) { handle_loaded(login); }));
}

void LoginFlow::handle_loaded(const Result<StoredLogin>& login) {
  if (!login) return finish(login.error());
  if (const auto refusal = context().refuse_issuer(login->issuer, server().issuer)) return finish(*refusal);
  former_id_ = login->id;
  if (is_same_issuer(login->issuer, server().issuer)) known_ = *login;
  known_.issuer = server().issuer;
  choose_scopes();
  register_client(true);
}

// --- the scopes ------------------------------------------------------------------------------------------------------

/// The scopes that the server has demanded, and the scopes of the former login; without any, all scopes that the
/// resource names ("Scope Selection Strategy"). They are chosen before the registration, which names them.
void LoginFlow::choose_scopes() {
  demanded_ = scopes_;
  add_words(demanded_, tokens_->scopes());
  add_words(scopes_, known_.scopes);
  add_words(scopes_, tokens_->scopes());
  if (scopes_.empty()) scopes_ = discovered_->resource.scopes;
  // This scope grants a refresh token. It is requested only from an authorization server that lists it.
  if (!scopes_.empty() && contains(server().scopes, "offline_access")) add_words(scopes_, {"offline_access"});
}

/// A request for a scope that the registration does not allow is refused as a whole. Demanded scopes are requested
/// nevertheless: without them the server would demand them again, and the refusal has the reason.
void LoginFlow::leave_out_scopes(const Words& allowed) {
  std::erase_if(scopes_,
                [&](const std::string& scope) { return !contains(allowed, scope) && !contains(demanded_, scope); });
}

/// Whether the known registration serves for this login: else the workbench registers again, with all scopes. A former
/// registration that has named none serves for scopes that were granted.
bool LoginFlow::may_ask_for_scopes() const {
  const Words& registered = known_.client.scopes;
  if (registered.empty()) return contains_all(known_.scopes, scopes_);
  Words allowed = registered;
  add_words(allowed, known_.scopes);
  return contains_all(allowed, demanded_);
}

// --- the client ------------------------------------------------------------------------------------------------------

/// Chooses the client that the workbench is: a client that a person has registered, else a Client ID Metadata Document,
/// else a dynamic registration ("basic/authorization/client-registration", in its order). The port of a dynamic
/// registration is used again while it is free, because not every authorization server allows other ports.
void LoginFlow::register_client(bool may_use_known_port) {
  const LoginSettings& settings = context().settings;
  ClientRegistration& client = known_.client;
  const bool has_document = !settings.client_metadata.empty() && server().takes_metadata_documents;
  const bool is_given = !settings.client.id.empty() || has_document;
  const bool serves = may_ask_for_scopes() || server().registration_endpoint.empty();
  const bool is_usable = !client.id.empty() && !has_expired(client) && serves;
  const bool is_known = !is_given && may_use_known_port && is_usable;
  RedirectAddress address;
  if (!settings.redirect_uri.empty()) {
    address = *RedirectAddress::read(settings.redirect_uri);
  } else if (is_known) {
    address = RedirectAddress::read(client.redirect_uri).value_or(address);
  }
  auto receiver =
      RedirectReceiver::open(context().host.loop(), address, [this](std::string_view query) { return receive(query); });
  if (!receiver && is_known && settings.redirect_uri.empty()) return register_client(false);
  if (!receiver) return finish(receiver.error());
  receiver_ = *std::move(receiver);
  const std::string redirect_uri = receiver_->address().uri();
  if (is_known && client.redirect_uri == redirect_uri) {
    Words allowed = client.scopes.empty() ? scopes_ : client.scopes;
    add_words(allowed, known_.scopes);
    leave_out_scopes(allowed);
    return begin_authorization();
  }
  client = ClientRegistration{settings.client_metadata, {}, "none", redirect_uri, {}};
  if (is_given) return begin_authorization();
  if (server().registration_endpoint.empty()) {
    return finish(Error{ErrorKind::invalid_argument,
                        "the authorization server " + server().issuer +
                            " registers no clients by itself; register the workbench there, with the redirect URI "
                            R"(http://127.0.0.1/callback, and set "oauth": {"clientId": "..."})"});
  }
  request_registration(redirect_uri, scopes_);
}

void LoginFlow::request_registration(const std::string& redirect_uri, const Words& scopes) {
  context().follow(step_,
                   context().fetcher->fetch(context().prepared(registration_request(server(), redirect_uri, scopes)),
                                            [this, redirect_uri, scopes](const Result<FetchResponse>& response) {
                                              handle_registration(redirect_uri, scopes,
                                                                  read_registration(context().host.json(), response));
                                            }));
}

/// Some authorization servers refuse a registration because of its scopes. A refused one has registered nothing, so
/// that it may be repeated, without scopes.
void LoginFlow::handle_registration(const std::string& redirect_uri, const Words& scopes,
                                    const Result<ClientRegistration>& registered) {
  const bool is_refused = !registered && registered.error().kind == ErrorKind::invalid_argument;
  if (is_refused && !scopes.empty()) return request_registration(redirect_uri, {});
  if (!registered) return finish(registered.error());
  known_.client = *registered;
  known_.client.redirect_uri = redirect_uri;
  if (known_.client.scopes.empty()) {
    known_.client.scopes = scopes;
  } else {
    leave_out_scopes(known_.client.scopes);
  }
  begin_authorization();
}

// --- the person ------------------------------------------------------------------------------------------------------

void LoginFlow::begin_authorization() {
  const ClientCredentials credentials = context().credentials(known_.client);
  if (context().settings.assumes_pkce) discovered_->server.has_pkce = true;
  auto authorization = AuthorizationRequest::make(
      server(), context().addresses,
      {credentials.id, receiver_->address().uri(), context().resource_for(discovered_->resource), scopes_});
  if (!authorization) return finish(authorization.error());
  authorization_ = *std::move(authorization);
  context().follow(step_);
  watch_store();
  if (auto visit = std::exchange(visit_, nullptr)) visit(authorization_->url());  // may destroy this
}

void LoginFlow::watch_store() {
  store_timer_ = context().host.loop().after(kBetweenLooksForLogin, [this] {
    const LoginStamp stamp = context().store->stamp(context().key);
    if (stamp == stamp_) return watch_store();
    stamp_ = stamp;
    context().follow(loading_, context().load([this](const Result<StoredLogin>& login) { handle_change(login); }));
  });
}

/// A renewal changes the store as well, but is not a new login: it keeps the id.
void LoginFlow::handle_change(const Result<StoredLogin>& login) {
  if (was_redirected_) return;
  const bool is_new = login && !login->access_token.empty() && login->id != former_id_;
  if (!is_new) return watch_store();
  tokens_->use(*login, stamp_);
  finish({});
}

bool LoginFlow::receive(std::string_view query) {
  if (!authorization_ || was_redirected_ || !authorization_->owns(query)) return false;
  was_redirected_ = true;
  context().follow(step_, context().host.loop().after(std::chrono::milliseconds(0),
                                                      [this, query = std::string(query)] { exchange(query); }));
  return true;
}

Result<void> LoginFlow::complete(std::string_view address) {
  const std::size_t mark = address.find('?');
  const std::string_view query = mark == std::string_view::npos ? address : address.substr(mark + 1);
  if (receive(query.substr(0, query.find('#')))) return {};
  return Error{ErrorKind::invalid_argument,
               "this is not the address at which the browser arrives after this login, like " +
                   (receiver_ == nullptr ? std::string("http://127.0.0.1/callback") : receiver_->address().uri()) +
                   "?code=...&state=..."};
}

// --- the tokens ------------------------------------------------------------------------------------------------------

void LoginFlow::exchange(std::string_view query) {
  auto code = authorization_->read_code(query);
  if (!code) return finish(code.error());
  Form parameters{{"grant_type", "authorization_code"},
                  {"code", *code},
                  {"redirect_uri", authorization_->redirect_uri()},
                  {"code_verifier", authorization_->code_verifier()}};
  add_parameter(parameters, "resource", authorization_->resource());
  auto request = token_request(server(), context().credentials(known_.client), std::move(parameters));
  if (!request) return finish(request.error());
  context().follow(
      step_, context().fetcher->fetch(context().prepared(*std::move(request)),
                                      [this](const Result<FetchResponse>& response) { handle_tokens(response); }));
}

void LoginFlow::handle_tokens(const Result<FetchResponse>& response) {
  auto grant = read_grant(context().host.json(), response);
  if (!grant) {
    const bool has_no_client =
        response && context().has_forgotten_client(refusal_code(context().host.json(), *response));
    return has_no_client ? forget_client(grant.error()) : finish(grant.error());
  }
  known_.id = random_hex(kIdBytes);
  known_.refresh_token.clear();
  known_.resource = authorization_->resource();
  known_ = with_grant(std::move(known_), *std::move(grant), scopes_);
  // A renewal of the former login that is active, perhaps in another process, would otherwise overwrite this login.
  context().follow(step_,
                   context().store->lock(context().key, kMaxLockWait, [this](Result<std::unique_ptr<StoreLock>> lock) {
                     if (lock) lock_ = *std::move(lock);
                     keep();
                   }));
}

/// The next login registers the workbench again.
void LoginFlow::forget_client(const Error& reason) {
  known_.client = {};
  context().follow(
      step_, context().store->save(context().key, known_, [this, reason](const Result<void>&) { finish(reason); }));
}

void LoginFlow::keep() {
  context().follow(step_, context().store->save(context().key, known_, [this](const Result<void>& kept) {
    tokens_->use(known_, context().store->stamp(context().key));
    lock_.reset();
    finish(kept ? kept : Result<void>(kept.error().within("logged in, but the login cannot be kept")));
  }));
}

void LoginFlow::finish(const Result<void>& outcome) {
  store_timer_.reset();
  if (receiver_ != nullptr) receiver_->finish(outcome);
  if (auto done = std::exchange(done_, nullptr)) done(outcome);  // may destroy this
}

}  // namespace workbench::http::login
