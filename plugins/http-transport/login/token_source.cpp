#include "login/token_source.hpp"

#include <algorithm>
#include <utility>

#include "login/issuer.hpp"
#include "login/oauth_refusal.hpp"

namespace workbench::http::login {
namespace {

using std::chrono::seconds;
using std::chrono::system_clock;

/// How long before it expires a token is renewed, so that it does not expire on its way to the server; a fifth of the
/// time that is left when it is received, if that is less.
constexpr seconds kRenewalMargin{30};

/// The pause between attempts to renew a token that is still valid.
constexpr seconds kRenewalPause{5};
/// The same at most, if the token endpoint says how long.
constexpr seconds kMaxRenewalWait{600};

/// How often the store is checked at most, in which another process may have ended or replaced the login.
constexpr seconds kBetweenLooks{1};

/// A token that the server refuses within this time after it was granted is not replaced again and again: each renewal
/// spends a refresh token, and another token of the same kind is refused in the same way. One more is tried, because
/// the first may have been refused for a reason of that moment. A token that lives less than two minutes is new in the
/// first half of its life: the server may see its end before us.
constexpr seconds kMoment{60};
constexpr int kMaxRefusedGrants = 2;

/// The times in a reason are those of when it was given.
Error with_age(Error reason, std::chrono::steady_clock::duration age) {
  const auto passed = std::chrono::duration_cast<seconds>(age).count();
  if (passed > 0) reason.message += " (it said so " + std::to_string(passed) + " s ago)";
  return reason;
}

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
  forget_refusals();
  is_kept_ = stamp != LoginStamp();
}

void TokenSource::forget_refusals() {
  new_until_.reset();
  refused_grants_ = 0;
  refuses_new_tokens_ = false;
  refused_until_.reset();
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

/// Whether the token was granted a moment ago, so that it should be good.
bool TokenSource::is_new() const {
  return new_until_ && Clock::now() < *new_until_;
}

void TokenSource::begin_to_be_new() {
  Clock::duration moment = kMoment;
  if (const auto end = login_.access_token_end) {
    moment = std::min(moment, std::chrono::duration_cast<Clock::duration>(*end - system_clock::now()) / 2);
  }
  new_until_ = Clock::now() + moment;
}

bool TokenSource::is_refused_although_new() const {
  return refused_grants_ >= kMaxRefusedGrants && is_new();
}

/// Why there will be no other token now; absent: it is asked for.
std::optional<Error> TokenSource::foresee(const std::string& refused, const Challenge& challenge) {
  refuses_new_tokens_ = false;
  const Clock::time_point now = Clock::now();
  if (refused_until_ && now < refused_until_->end) return with_age(refused_until_->reason, now - refused_until_->since);
  refused_until_.reset();
  const bool was_refused = !refused.empty() && token() == refused;
  if (!was_refused || challenge.error == "insufficient_scope") return std::nullopt;
  if (!is_refused_although_new()) refused_grants_ = is_new() ? refused_grants_ + 1 : 0;
  refuses_new_tokens_ = is_refused_although_new();
  if (!refuses_new_tokens_) return std::nullopt;
  return describe_refused_grants(challenge);
}

Error TokenSource::describe_refused_grants(const Challenge& challenge) const {
  const std::string because = challenge.error.empty() ? "" : " (" + visible_text(challenge.error) + ")";
  return {ErrorKind::unavailable,
          "refuses the access tokens that " + visible_text(login_.issuer) + " grants" + because +
              R"(; they may be for another resource or account: check "url" and "oauth" ("resource", "scopes"), )" +
              "or log in again: " + context_.login_command()};
}

void TokenSource::begin(std::string refused, const Challenge& challenge) {
  if (const auto reason = foresee(refused, challenge)) return notify(*reason);
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
    const int refused_grants = refused_grants_;
    use(*std::move(login), renewed->stamp());
    refused_grants_ = refused_grants;
    if (renewed->was_granted()) begin_to_be_new();
    return notify({});
  }
  const seconds wait = std::min(renewed->wait().value_or(seconds(0)), kMaxRenewalWait);
  demands_login_ = login.error().kind == ErrorKind::login_required;
  if (only_expires_ && is_good()) {
    context_.host.log(LogLevel::warning, context_.name, "its access token cannot be renewed: " + login.error().message);
    renew_at_ = Clock::now() + std::max(kRenewalPause, wait);
    return notify({});
  }
  const Clock::time_point now = Clock::now();
  if (wait > seconds(0)) refused_until_ = Foreseen{login.error(), now, now + wait};
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
  forget_refusals();
  renew_at_.reset();
  if (login_.access_token_end) {
    const auto left = std::max(*login_.access_token_end - system_clock::now(), system_clock::duration::zero());
    renew_at_ = Clock::now() + left - std::min<system_clock::duration>(kRenewalMargin, left / 5);
  }
  context_.host.log(LogLevel::debug, context_.name, "has an access token of " + login_.issuer);
}

void TokenSource::forget() {
  login_ = StoredLogin();
  forget_refusals();
  renew_at_.reset();
  demands_login_ = true;
}

/// The store has no tokens of a login by client credentials.
std::string TokenSource::issuer() {
  look_at_store();
  if (!token().empty()) return issuer_without_last_slash(login_.issuer);
  const bool is_own = context_.settings.method == LoginMethod::client_credentials;
  if (is_own && !context_.settings.issuer.empty()) return issuer_without_last_slash(context_.settings.issuer);
  const KeptIssuer kept = context_.store->issuer(context_.key);
  return is_own || kept.has_tokens ? issuer_without_last_slash(kept.issuer) : std::string();
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
