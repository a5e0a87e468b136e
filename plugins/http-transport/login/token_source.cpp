#include "login/token_source.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http::login {
namespace {

using std::chrono::seconds;
using std::chrono::system_clock;

/// How long before it expires a token is renewed, so that it does not expire on its way to the server; a fifth of the
/// time that is left when it is received, if that is less.
constexpr seconds kRenewalMargin{30};

/// The pause between attempts to renew a token that is still valid.
constexpr seconds kRenewalPause{5};

/// How often the store is checked at most, in which another process may have ended or replaced the login.
constexpr seconds kBetweenLooks{1};

}  // namespace

struct TokenSource::Waiting final : EventLoop::Subscription {
  explicit Waiting(std::shared_ptr<Done> done) : called(std::move(done)) {}
  std::shared_ptr<Done> called;
};

TokenSource::TokenSource(LoginContext context)
    : context_(std::move(context)),
      stamp_(context_.store->stamp(context_.key)),
      is_kept_(context_.settings.method == LoginMethod::authorization_code && stamp_ != LoginStamp()),
      scopes_(context_.settings.scopes) {}

bool TokenSource::needs_renewal() {
  look_at_store();
  return renew_at_ ? Clock::now() >= *renew_at_ : is_kept_;
}

/// Changes by other processes are read before the next request.
void TokenSource::look_at_store() {
  const Clock::time_point now = Clock::now();
  const bool is_busy = beginning_ != nullptr || renewal_ != nullptr;
  if (context_.settings.method != LoginMethod::authorization_code || is_busy || now < next_look_) return;
  next_look_ = now + kBetweenLooks;
  const LoginStamp stamp = context_.store->stamp(context_.key);
  if (stamp == stamp_) return;
  stamp_ = stamp;
  login_ = StoredLogin();
  renew_at_.reset();
  is_kept_ = stamp != LoginStamp();
}

std::unique_ptr<EventLoop::Subscription> TokenSource::renew(const std::string& refused, const Challenge& challenge,
                                                            Done done) {
  auto called = std::make_shared<Done>(std::move(done));
  waiting_.push_back(called);
  auto waiting = std::make_unique<Waiting>(called);
  if (beginning_ != nullptr || renewal_ != nullptr) return waiting;
  const bool has_another = !token().empty() && token() != refused && !needs_renewal();
  beginning_ = context_.host.loop().after(std::chrono::milliseconds(0), [this, has_another, refused, challenge] {
    beginning_.reset();
    if (has_another) return notify({});
    begin(refused, challenge);
  });
  return waiting;
}

void TokenSource::begin(std::string refused, const Challenge& challenge) {
  if (!challenge.resource_metadata.empty()) resource_metadata_ = challenge.resource_metadata;
  // "the union of the client's previously requested scope set and the scopes from the current challenge"
  add_words(scopes_, challenge.scopes);
  const bool was_refused = !refused.empty() && token() == refused;
  const bool lacks_scopes = challenge.error == "insufficient_scope";
  only_expires_ = refused.empty() && challenge.error.empty();
  if (was_refused && !lacks_scopes) {
    login_.access_token.clear();
    renew_at_.reset();
    discovered_.reset();  // the server may accept tokens of another authorization server now
  }
  // A token that is about to expire counts as refused, even if the store still has it.
  if (refused.empty()) refused = token();
  TokenRenewal::Request request{std::move(refused), challenge, scopes_, discovered_};
  request.challenge.resource_metadata = resource_metadata_;
  renewal_ = std::make_unique<TokenRenewal>(context_, std::move(request),
                                            [this](Result<StoredLogin> login) { finish(std::move(login)); });
}

void TokenSource::finish(Result<StoredLogin> login) {
  is_kept_ = false;
  const std::shared_ptr<TokenRenewal> renewed(std::move(renewal_));
  context_.host.loop().post([renewed] {});  // it must not be destroyed in its own callback
  discovered_ = renewed->discovered();
  if (login) {
    use(*std::move(login), renewed->stamp());
    return notify({});
  }
  demands_login_ = login.error().kind == ErrorKind::login_required;
  if (only_expires_ && is_good()) {
    context_.host.log(LogLevel::warning, context_.name, "its access token cannot be renewed: " + login.error().message);
    renew_at_ = Clock::now() + kRenewalPause;
    return notify({});
  }
  notify(login.error());
}

/// Whether the token may be sent although it was not renewed.
bool TokenSource::is_good() const {
  return !token().empty() && renew_at_ && Clock::now() >= *renew_at_ && login_.access_token_end &&
         system_clock::now() < *login_.access_token_end;
}

void TokenSource::use(StoredLogin login, LoginStamp stamp) {
  login_ = std::move(login);
  stamp_ = stamp;
  is_kept_ = false;
  demands_login_ = false;
  renew_at_.reset();
  if (login_.access_token_end) {
    const auto left = std::max(*login_.access_token_end - system_clock::now(), system_clock::duration::zero());
    renew_at_ = Clock::now() + left - std::min<system_clock::duration>(kRenewalMargin, left / 5);
  }
  context_.host.log(LogLevel::debug, context_.name, "has an access token of " + login_.issuer);
}

void TokenSource::forget() {
  login_ = StoredLogin();
  renew_at_.reset();
  demands_login_ = true;
}

LoginState TokenSource::state(const StoredLogin& kept) const {
  const StoredLogin& login = kept.access_token.empty() ? login_ : kept;
  LoginState state;
  state.issuer = login.issuer;
  state.scopes = login.scopes;
  state.expiry = login.access_token_end;
  const bool is_own = context_.settings.method == LoginMethod::client_credentials;
  state.renews_itself = is_own || !login.refresh_token.empty();
  const bool is_past = state.expiry && system_clock::now() >= *state.expiry;
  const bool was_refused = demands_login_;  // its renewal, although it has a refresh token
  const bool has_ended = is_past && (!state.renews_itself || was_refused);
  if (!login.access_token.empty() && !has_ended) {
    state.kind = LoginState::Kind::active;
  } else if (demands_login_ || has_ended || (!is_own && !kept.issuer.empty())) {
    state.kind = LoginState::Kind::required;
  }
  return state;
}

void TokenSource::notify(const Result<void>& outcome) {
  for (const auto& weak : std::exchange(waiting_, {})) {
    if (const auto done = weak.lock()) (*done)(outcome);
  }
}

}  // namespace workbench::http::login
