#include "access_tokens/introspection.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "access/quota.hpp"
#include "http-shared/crypto.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

/// A token that is revoked is accepted for that much longer at most. A response that is already open is not asked for
/// again: it ends when the token expires.
constexpr std::chrono::seconds kKeptAnswerTime{30};
/// A failure of the authorization server is forgotten soon.
constexpr std::chrono::seconds kFailureTime{1};
constexpr std::size_t kMaxQuestions = 64;
constexpr std::ptrdiff_t kMaxQuestionsOfPeer = 8;
constexpr std::size_t kMaxAnswers = 10'000;

/// As application/x-www-form-urlencoded demands, which is also how credentials are written before they become base64
/// (RFC 6749, section 2.3.1).
std::string form_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
                          std::string_view("-._").find(c) != std::string_view::npos;
    if (is_plain) {
      encoded += c;
    } else {
      encoded.append({'%', kDigits[byte >> 4U], kDigits[byte & 15U]});
    }
  }
  return encoded;
}

std::string basic_authorization(const AccessTokenSettings::IntrospectionEndpoint& introspection) {
  const char* secret = std::getenv(introspection.client_secret_variable.c_str());
  return "Basic " + encode_base64(form_encoded(introspection.client_id) + ":" +
                                  form_encoded(secret == nullptr ? std::string_view() : secret));
}

}  // namespace

Introspection::Introspection(Host& host, Fetcher& fetcher, const AccessTokenSettings& settings,
                             AddressRate& refused_checks, WallClock now)
    : host_(host),
      fetcher_(fetcher),
      settings_(settings),
      refused_checks_(refused_checks),
      now_(now),
      authorization_(basic_authorization(settings.introspection)) {}

const Result<TokenClaims>* Introspection::find(const std::string& digest) const {
  const auto found = answers_.find(digest);
  return found == answers_.end() || found->second.end.has_passed(now_()) ? nullptr : &found->second.claims;
}

bool Introspection::ask(const std::string& digest, const std::string& token, std::string_view peer) {
  if (questions_.contains(digest)) return true;
  std::string group = address_group(peer);
  const auto of_group = std::count_if(questions_.begin(), questions_.end(),
                                      [&](const auto& question) { return question.second.peer == group; });
  if (questions_.size() == kMaxQuestions) return false;
  if (of_group >= kMaxQuestionsOfPeer && !is_local_group(group)) return false;
  FetchRequest request{settings_.introspection.url,
                       {{"Accept", "application/json"},
                        {"Content-Type", "application/x-www-form-urlencoded"},
                        {"Authorization", authorization_}}};
  request.body = "token=" + form_encoded(token) + "&token_type_hint=access_token";
  request.allows_private_addresses = true;  // the configuration names it
  request.max_bytes = 64UL * 1024;
  Question& question = questions_[digest];
  question.peer = std::move(group);
  question.fetch = fetcher_.fetch(std::move(request),
                                  [this, digest](const Result<FetchResponse>& response) { handle(digest, response); });
  return true;
}

std::unique_ptr<EventLoop::Subscription> Introspection::wait(const std::string& digest, MoveOnlyFunction<void()> done) {
  const auto question = questions_.find(digest);
  return question == questions_.end() ? nullptr : question->second.waiting.add(std::move(done));
}

void Introspection::handle(const std::string& digest, const Result<FetchResponse>& response) {
  auto question = questions_.extract(digest);
  auto claims = read(response);
  if (!claims && claims.error().kind == ErrorKind::protocol) {
    refused_checks_.add(question.mapped().peer, std::chrono::steady_clock::now());
  }
  keep(question.key(), std::move(claims));
  question.mapped().waiting.release();
  // Its callback is running, so it is not destroyed yet.
  host_.loop().post([ended = std::move(question.mapped().fetch)] {});
}

Result<TokenClaims> Introspection::read(const Result<FetchResponse>& response) const {
  const auto unavailable = [](const std::string& why) {
    return Error{ErrorKind::unavailable, "the authorization server cannot introspect the token: " + why};
  };
  if (!response) return unavailable(response.error().message);
  if (response->status != 200) return unavailable("HTTP " + std::to_string(response->status));
  const auto claims = host_.json().checked(response->body);
  if (!claims || claims->kind() != JsonKind::object) return unavailable("its response is not a JSON object");
  const Json active = member(host_.json(), *claims, "active");
  if (active.text() != "true") {
    return Error{ErrorKind::protocol, "the authorization server says that it is not active"};
  }
  return check_claims(host_.json(), *claims, settings_, now_(), {true, false});
}

void Introspection::keep(const std::string& digest, Result<TokenClaims> claims) {
  const auto now = now_();
  auto end = now + kKeptAnswerTime;
  if (claims) {
    end = std::min(end, claims->end);
  } else if (claims.error().kind == ErrorKind::unavailable) {
    end = now + kFailureTime;
    host_.log(LogLevel::warning, "listener 'http'", claims.error().message);
  }
  if (answers_.size() >= kMaxAnswers) {
    std::erase_if(answers_, [&](const auto& one) { return !one.second.claims || one.second.end.has_passed(now); });
  }
  if (answers_.size() >= kMaxAnswers) answers_.erase(answers_.begin());
  answers_.insert_or_assign(digest, Answer{std::move(claims), Expiry(end, now)});
}

}  // namespace workbench::http
