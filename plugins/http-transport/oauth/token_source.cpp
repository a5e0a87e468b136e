#include "oauth/token_source.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http::oauth {
namespace {

using std::chrono::seconds;

/// So long before its end a token is renewed, or for a fifth of its life if that is less: it must not expire on its
/// way.
constexpr seconds kRenewalMargin{30};

}  // namespace

struct TokenSource::Waiting final : EventLoop::Subscription {
  explicit Waiting(std::shared_ptr<Done> done) : called(std::move(done)) {}
  std::shared_ptr<Done> called;
};

TokenSource::TokenSource(Host& host, std::unique_ptr<Fetcher> fetcher, OAuthSettings settings, std::string url,
                         std::string name)
    : host_(host),
      fetcher_(std::move(fetcher)),
      settings_(std::move(settings)),
      url_(std::move(url)),
      name_(std::move(name)),
      addresses_(url_, settings_.issuer),
      scopes_(settings_.scopes) {}

bool TokenSource::needs_renewal() const {
  return renew_at_ && Clock::now() >= *renew_at_;
}

std::unique_ptr<EventLoop::Subscription> TokenSource::renew(const std::string& refused, const Challenge& challenge,
                                                            Done done) {
  auto called = std::make_shared<Done>(std::move(done));
  waiting_.push_back(called);
  auto waiting = std::make_unique<Waiting>(called);
  if (discovery_ != nullptr || fetch_ != nullptr || timer_ != nullptr) return waiting;
  const bool has_another = !token_.empty() && token_ != refused && !needs_renewal();
  timer_ = host_.loop().after(std::chrono::milliseconds(0), [this, has_another, refused, challenge] {
    timer_.reset();
    if (has_another) return finish({});
    if (!refused.empty() && token_ == refused) token_.clear();
    begin(challenge);
  });
  return waiting;
}

// --- getting a token -------------------------------------------------------------------------------------------------

void TokenSource::begin(const Challenge& challenge) {
  if (challenge.resource_metadata != challenge_.resource_metadata && !challenge.resource_metadata.empty()) {
    discovered_.reset();
  }
  if (!challenge.resource_metadata.empty()) challenge_.resource_metadata = challenge.resource_metadata;
  // "the union of the client's previously requested scope set and the scopes from the current challenge"
  add_scopes(challenge.scopes);
  if (discovered_) return request_token();
  discover();
}

void TokenSource::discover() {
  Discovery::Request request{url_, challenge_, settings_.issuer};
  discovery_ = std::make_unique<Discovery>(host_.json(), *fetcher_, addresses_, std::move(request),
                                           [this](Result<Discovered> discovered) {
                                             host_.loop().post([ended = std::move(discovery_)] {});
                                             if (!discovered) return finish(discovered.error());
                                             discovered_ = *std::move(discovered);
                                             request_token();
                                           });
}

void TokenSource::request_token() {
  // Without a challenge's scopes, "use all scopes defined in scopes_supported".
  if (scopes_.empty()) add_scopes(discovered_->resource.scopes);
  Form parameters{{"grant_type", "client_credentials"}, {"resource", discovered_->resource.resource}};
  if (!scopes_.empty()) {
    std::string text;
    for (const std::string& scope : scopes_) text.append(text.empty() ? "" : " ").append(scope);
    parameters.emplace_back("scope", std::move(text));
  }
  auto request = token_request(discovered_->server, settings_.client, std::move(parameters));
  if (!request) return finish(request.error());
  request->allows_private_addresses = addresses_.allows_private(request->url);
  fetch_ = fetcher_->fetch(*std::move(request),
                           [this](Result<FetchResponse> response) { handle_grant(std::move(response)); });
}

void TokenSource::handle_grant(Result<FetchResponse> response) {
  host_.loop().post([ended = std::move(fetch_)] {});
  auto grant = read_grant(host_.json(), response);
  if (!grant) {
    discovered_.reset();  // it may have moved
    return finish(grant.error());
  }
  token_ = std::move(grant->access_token);
  renew_at_.reset();
  end_.reset();
  if (grant->lifetime) {
    end_ = Clock::now() + *grant->lifetime;
    renew_at_ = *end_ - std::min<Clock::duration>(kRenewalMargin, *grant->lifetime / 5);
  }
  host_.log(LogLevel::debug, name_, "has an access token of " + discovered_->server.issuer);
  finish({});
}

void TokenSource::finish(Result<void> outcome) {
  const bool is_good = !token_.empty() && (!end_ || Clock::now() < *end_);
  if (!outcome && is_good) {
    host_.log(LogLevel::warning, name_, "its access token cannot be renewed: " + outcome.error().message);
    outcome = {};
  }
  for (const auto& weak : std::exchange(waiting_, {})) {
    if (const auto done = weak.lock()) (*done)(outcome);
  }
}

void TokenSource::add_scopes(const std::vector<std::string>& scopes) {
  for (const std::string& scope : scopes) {
    if (std::find(scopes_.begin(), scopes_.end(), scope) == scopes_.end()) scopes_.push_back(scope);
  }
}

}  // namespace workbench::http::oauth
