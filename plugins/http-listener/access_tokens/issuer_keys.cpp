#include "access_tokens/issuer_keys.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/json_text.hpp"
#include "http-shared/well_known.hpp"

namespace workbench::http {
namespace {

using std::chrono::milliseconds;

/// How old keys may become before they are fetched again. A token with an unknown key causes an earlier fetch.
constexpr milliseconds kRefreshTime{600'000};
/// The least time between two fetches for unknown keys, because any client can send tokens that name such keys.
constexpr milliseconds kRefetchTime{30'000};
constexpr milliseconds kFirstBackoff{1'000};
constexpr milliseconds kLongestBackoff{60'000};

constexpr std::string_view kSource = "listener 'http'";

FetchRequest request_for(std::string url) {
  FetchRequest request{std::move(url), {{"Accept", "application/json"}}};
  request.allows_private_addresses = true;  // the configuration names the issuer, and trusts it
  return request;
}

/// Why a response cannot be used; absent: it can.
std::optional<std::string> problem_of(const Result<FetchResponse>& response) {
  if (!response) return response.error().message;
  if (response->status != 200) return "HTTP " + std::to_string(response->status);
  return std::nullopt;
}

}  // namespace

IssuerKeys::IssuerKeys(Host& host, Fetcher& fetcher, std::string issuer, MoveOnlyFunction<void()> changed)
    : host_(host),
      fetcher_(fetcher),
      issuer_(std::move(issuer)),
      locations_(metadata_locations(issuer_)),
      changed_(std::move(changed)),
      backoff_(kFirstBackoff) {}

std::vector<const VerificationKey*> IssuerKeys::find(std::string_view id, const SignatureAlgorithm& algorithm) const {
  constexpr std::size_t kMaxTried = 8;  // for one token, which may not name a key
  std::vector<const VerificationKey*> found;
  for (const VerificationKey& key : keys_) {
    if ((id.empty() || key.id == id) && key.fits(algorithm) && found.size() != kMaxTried) found.push_back(&key);
  }
  return found;
}

bool IssuerKeys::refetch() {
  if (fetch_ != nullptr) return true;
  // Until a key set has been fetched, the backoff limits the rate.
  if (!has_fetched_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (last_refetch_ && now - *last_refetch_ < kRefetchTime) return false;
  last_refetch_ = now;
  fetch();
  return true;
}

// --- fetching --------------------------------------------------------------------------------------------------------

void IssuerKeys::fetch() {
  next_.reset();
  fetch_metadata(0);  // each time: the keys may have moved, while those at the old place are still served
}

void IssuerKeys::fetch_metadata(std::size_t location) {
  fetch_ = fetcher_.fetch(request_for(locations_[location]), [this, location](Result<FetchResponse> response) {
    handle_metadata(location, std::move(response));
  });
}

void IssuerKeys::handle_metadata(std::size_t location, Result<FetchResponse> response) {
  drop_fetch();
  auto url = read_metadata(response);
  if (url) {
    keys_url_ = *std::move(url);
    metadata_problem_.clear();
    return fetch_keys();
  }
  if (location + 1 != locations_.size()) return fetch_metadata(location + 1);
  const std::string& why = url.error().message;
  if (keys_url_.empty()) return fail(why);
  if (std::exchange(metadata_problem_, why) != why) {
    host_.log(LogLevel::warning, kSource,
              "cannot find the address of the keys of the authorization server " + issuer_ + ": " + why +
                  "; the last known address is used");
  }
  fetch_keys();
}

/// The URL of its keys.
Result<std::string> IssuerKeys::read_metadata(const Result<FetchResponse>& response) const {
  if (auto problem = problem_of(response)) return Error{ErrorKind::protocol, "no metadata: " + *problem};
  const JsonAccess& json = host_.json();
  const auto metadata = json.checked(response->body);
  if (!metadata) return Error{ErrorKind::protocol, "its metadata is not valid JSON"};
  // Otherwise tokens of another server could be accepted as this server's (RFC 8414, section 3.3).
  const std::string issuer = string_or_empty(json, member(json, *metadata, "issuer"));
  if (issuer != issuer_) return Error{ErrorKind::protocol, "its metadata is of another issuer"};
  auto url = string_or_empty(json, member(json, *metadata, "jwks_uri"));
  if (url.empty()) return Error{ErrorKind::protocol, "its metadata has no jwks_uri"};
  return url;
}

void IssuerKeys::fetch_keys() {
  fetch_ = fetcher_.fetch(request_for(keys_url_),
                          [this](Result<FetchResponse> response) { handle_keys(std::move(response)); });
}

void IssuerKeys::handle_keys(Result<FetchResponse> response) {
  drop_fetch();
  if (auto problem = problem_of(response)) return fail("no keys: " + *problem);
  if (has_fetched_ && response->body == keys_text_) return succeed();
  auto keys = read_verification_keys(host_.json(), response->body);
  if (!keys) return fail(keys.error().message);
  keys_ = *std::move(keys);
  keys_text_ = std::move(response->body);
  log_keys();
  changed_();
  succeed();
}

/// A set without usable keys is valid: keys that were withdrawn must no longer be trusted.
void IssuerKeys::log_keys() {
  if (keys_.empty()) {
    return host_.log(LogLevel::warning, kSource,
                     "the key set of the authorization server " + issuer_ +
                         " has no key that can verify the signature of a token; its tokens are refused");
  }
  host_.log(LogLevel::information, kSource,
            "has " + std::to_string(keys_.size()) + " keys of the authorization server " + issuer_);
}

void IssuerKeys::succeed() {
  has_fetched_ = is_up_to_date_ = true;
  backoff_ = kFirstBackoff;
  reported_.clear();
  end_fetch(kRefreshTime);
}

void IssuerKeys::fail(const std::string& why) {
  is_up_to_date_ = false;
  if (std::exchange(reported_, why) != why) {
    host_.log(LogLevel::warning, kSource,
              "cannot fetch the keys of the authorization server " + issuer_ + ": " + why +
                  (!has_fetched_ ? "; its tokens are refused until they can be fetched"
                                 : "; the keys fetched before remain in use"));
  }
  const milliseconds delay = backoff_;
  backoff_ = std::min(2 * backoff_, kLongestBackoff);
  end_fetch(delay);
}

/// Destroys the fetch in a later task, because its callback is running.
void IssuerKeys::drop_fetch() {
  host_.loop().post([ended = std::exchange(fetch_, nullptr)] {});
}

void IssuerKeys::end_fetch(milliseconds until_next) {
  next_ = host_.loop().after(until_next, [this] { fetch(); });
  waiting_.release();
}

}  // namespace workbench::http
