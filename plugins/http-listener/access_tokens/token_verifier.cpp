#include "access_tokens/token_verifier.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/crypto.hpp"

namespace workbench::http {
namespace {

/// How long a request waits for keys or an answer.
constexpr std::chrono::milliseconds kMaxVerificationTime{5'000};
constexpr std::size_t kMaxAccepted = 10'000;
/// A token that is refused again within this time is not checked again. Short, because the reason may be the time.
constexpr std::chrono::seconds kRefusedTime{5};
constexpr std::size_t kMaxRefused = 10'000;
constexpr const char* kTooManyRefused = "too many tokens of its address were refused before";

}  // namespace

/// Calls `done` when the event that a request waits for has happened, or the time is over; whichever is first.
class TokenVerifier::Wait final : public EventLoop::Subscription {
 public:
  Wait(EventLoop& loop, MoveOnlyFunction<void()> done) : done_(std::move(done)) {
    timer_ = loop.after(kMaxVerificationTime, [this] { finish(); });
  }
  void set_event(std::unique_ptr<EventLoop::Subscription> event) { event_ = std::move(event); }
  /// May destroy this object.
  void finish() {
    if (auto done = std::exchange(done_, nullptr)) done();
  }

 private:
  MoveOnlyFunction<void()> done_;
  EventLoop::Timer timer_;
  std::unique_ptr<EventLoop::Subscription> event_;
};

TokenVerifier::TokenVerifier(Host& host, std::unique_ptr<Fetcher> fetcher, AccessTokenSettings settings, WallClock now)
    : host_(host),
      settings_(std::move(settings)),
      now_(now),
      fetcher_(std::move(fetcher)),
      refused_checks_(kMaxRefusedChecks, kRefusedChecksPerSecond) {
  for (const std::string& issuer : settings_.issuers) {
    // A removed key must not be trusted because of earlier signatures.
    issuers_.push_back(std::make_unique<IssuerKeys>(host_, *fetcher_, issuer, [this] {
      accepted_.clear();
      refused_.clear();
    }));
  }
  if (!settings_.introspection.url.empty()) introspection_.emplace(host_, *fetcher_, settings_, refused_checks_, now_);
}

void TokenVerifier::start() {
  for (const auto& issuer : issuers_) issuer->start();
}

TokenVerifier::Decision TokenVerifier::verify(std::string_view token, std::string_view peer, bool may_wait) {
  const std::string digest = sha256(token);
  if (const auto known = accepted_.find(digest); known != accepted_.end()) {
    if (!known->second.end.has_passed(now_())) return known->second;
    accepted_.erase(known);
    return Refused{"it has expired"};
  }
  if (auto refused = find_refused(digest)) return *std::move(refused);
  return is_json_web_token(token) ? verify_signed(token, digest, peer, may_wait)
                                  : verify_opaque(token, digest, peer, may_wait);
}

TokenVerifier::Decision TokenVerifier::verify_signed(std::string_view token, const std::string& digest,
                                                     std::string_view peer, bool may_wait) {
  const JsonAccess& json = host_.json();
  const auto read = read_json_web_token(json, token);
  if (!read) return Refused{read.error().message};
  IssuerKeys* issuer = find_issuer(claimed_issuer(json, read->claims));
  if (issuer == nullptr) return Refused{"it is of another issuer"};
  const auto keys = issuer->find(read->key_id, *read->algorithm);
  if (keys.empty()) {
    if (may_wait && issuer->refetch()) return Pending{};
    if (!issuer->is_up_to_date()) return Refused{"the keys of its issuer could not be fetched", true};
    return Refused{"its issuer has no such key for its algorithm"};
  }
  if (!refused_checks_.has_room(peer, std::chrono::steady_clock::now())) return Refused{kTooManyRefused, true};
  const bool is_signed = std::any_of(keys.begin(), keys.end(), [&](const VerificationKey* key) {
    return key->verifies(*read->algorithm, read->signed_text, read->signature);
  });
  if (!is_signed) return refuse(digest, peer, "its signature is wrong");
  const auto claims = check_claims(json, read->claims, settings_, now_(), {false, read->is_typed});
  if (!claims) return refuse(digest, peer, claims.error().message);
  const Accepted accepted = accept(*claims);
  keep(digest, accepted);
  return accepted;
}

std::optional<TokenVerifier::Refused> TokenVerifier::find_refused(const std::string& digest) const {
  const auto known = refused_.find(digest);
  if (known == refused_.end() || known->second.second <= std::chrono::steady_clock::now()) return std::nullopt;
  return Refused{known->second.first};
}

TokenVerifier::Refused TokenVerifier::refuse(const std::string& digest, std::string_view peer, std::string reason) {
  const auto now = std::chrono::steady_clock::now();
  refused_checks_.add(peer, now);
  if (refused_.size() >= kMaxRefused) refused_.clear();
  refused_.insert_or_assign(digest, std::pair(reason, now + kRefusedTime));
  return {std::move(reason)};
}

TokenVerifier::Decision TokenVerifier::verify_opaque(std::string_view token, const std::string& digest,
                                                     std::string_view peer, bool may_wait) {
  if (!introspection_) return Refused{"not a signed JSON Web Token"};
  if (const auto* known = introspection_->find(digest)) {
    if (*known) return accept(**known);
    return Refused{known->error().message, known->error().kind == ErrorKind::unavailable};
  }
  if (!refused_checks_.has_room(peer, std::chrono::steady_clock::now())) return Refused{kTooManyRefused, true};
  if (!may_wait) return Refused{"the authorization server has not responded about the token", true};
  if (introspection_->ask(digest, std::string(token), peer)) return Pending{};
  return Refused{"too many tokens are being introspected", true};
}

std::unique_ptr<EventLoop::Subscription> TokenVerifier::wait(std::string_view token, MoveOnlyFunction<void()> done) {
  auto wait = std::make_unique<Wait>(host_.loop(), std::move(done));
  const auto finish = [wait = wait.get()] { wait->finish(); };
  std::unique_ptr<EventLoop::Subscription> event;
  if (is_json_web_token(token)) {
    const auto read = read_json_web_token(host_.json(), token);
    IssuerKeys* issuer = read ? find_issuer(claimed_issuer(host_.json(), read->claims)) : nullptr;
    if (issuer != nullptr) event = issuer->wait(finish);
  } else if (introspection_) {
    event = introspection_->wait(sha256(token), finish);
  }
  wait->set_event(std::move(event));
  return wait;
}

TokenVerifier::Accepted TokenVerifier::accept(const TokenClaims& claims) {
  const bool has_scopes = std::all_of(settings_.scopes.begin(), settings_.scopes.end(), [&](const std::string& scope) {
    return std::count(claims.scopes.begin(), claims.scopes.end(), scope) != 0;
  });
  return {principal_of(claims), Expiry(claims.end, now_()), std::make_shared<const Scopes>(claims.scopes), has_scopes};
}

/// Issuers may use the same names for different principals, so theirs differ if there are several issuers. The scopes
/// of a token are not part of its principal, which keeps sessions and servers when the token is refreshed.
std::shared_ptr<const Principal> TokenVerifier::principal_of(const TokenClaims& claims) {
  Principal named;
  named.name = std::string(kOAuthPrefix) + claims.principal;
  if (settings_.issuers.size() > 1) named.name.append("@").append(claims.issuer);
  const auto known = principals_.find(named.name);
  auto principal = known == principals_.end() ? nullptr : known->second.lock();
  if (principal != nullptr) return principal;
  std::erase_if(principals_, [](const auto& one) { return one.second.expired(); });
  principal = std::make_shared<const Principal>(std::move(named));
  principals_.emplace(principal->name, principal);
  return principal;
}

IssuerKeys* TokenVerifier::find_issuer(std::string_view name) {
  const auto found =
      std::find_if(issuers_.begin(), issuers_.end(), [&](const auto& issuer) { return issuer->issuer() == name; });
  return found == issuers_.end() ? nullptr : found->get();
}

void TokenVerifier::keep(const std::string& digest, const Accepted& accepted) {
  if (accepted_.size() >= kMaxAccepted) {
    std::erase_if(accepted_, [now = now_()](const auto& one) { return one.second.end.has_passed(now); });
  }
  if (accepted_.size() >= kMaxAccepted) accepted_.erase(accepted_.begin());
  accepted_.emplace(digest, accepted);
}

}  // namespace workbench::http
