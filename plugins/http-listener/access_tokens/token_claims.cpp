#include "access_tokens/token_claims.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <charconv>
#include <optional>
#include <utility>

#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

using Clock = std::chrono::system_clock;

constexpr std::size_t kMaxPrincipalBytes = 256;
constexpr std::size_t kMaxScopes = 1000;
/// In the year 2255. A time beyond it would overflow the clock.
constexpr double kMaxSeconds = 9e9;

Error not_accepted(std::string why) {
  return {ErrorKind::protocol, std::move(why)};
}

/// A NumericDate, which may have a fraction (RFC 7519, section 2).
std::optional<Clock::time_point> read_time(const Json& value) {
  double seconds = 0;
  const std::string_view text = value.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (value.kind() != JsonKind::number || error != std::errc() || end != text.data() + text.size()) return {};
  if (!(seconds >= 0)) return std::nullopt;
  return Clock::time_point(
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, kMaxSeconds))));
}

/// A text, or an array of them.
std::vector<std::string> texts_in(const JsonAccess& json, const Json& value) {
  if (value.kind() == JsonKind::string) return {string_or_empty(json, value)};
  std::vector<std::string> texts;
  if (value.kind() != JsonKind::array || has_more_elements(value, kMaxScopes)) return texts;
  const auto elements = json.elements(value);
  for (const Json& element : *elements) texts.push_back(string_or_empty(json, element));
  return texts;
}

void add_scopes(std::string_view text, std::vector<std::string>& scopes) {
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(' '), text.size());
    if (size != 0) scopes.emplace_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

/// It becomes a name in logs, so it may not have control characters.
bool is_principal(std::string_view text) {
  return !text.empty() && text.size() <= kMaxPrincipalBytes && std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != '\x7f';
  });
}

/// The claims by which authorization servers distinguish their kinds of tokens.
struct KindClaims {
  const Json& scope;
  const Json& scp;
  const Json& type;  ///< `typ` of Keycloak: Bearer, DPoP, ID, Refresh, Offline, Logout
  const Json& use;   ///< `token_use` of Cognito: access, id; of Ory Hydra: access_token, refresh_token
};

/// Whether a token without a type in its header is not an access token. Few servers write the header of RFC 9068, so
/// what an ID token has and an access token lacks decides: the claims of OpenID Connect Core, sections 2 and 3.3.2.11,
/// where nothing names it an access token. Access tokens may have a nonce (Keycloak before 25), too.
bool is_other_token(const KindClaims& kind, bool may_be_id_token, const JsonAccess& json) {
  using boost::beast::iequals;
  const std::string type = string_or_empty(json, kind.type);
  const std::string use = string_or_empty(json, kind.use);
  const bool is_access_use = iequals(use, "access") || iequals(use, "access_token");  // Cognito; Ory Hydra
  const bool is_access_type = iequals(type, "Bearer") || iequals(type, "DPoP") || is_access_use;
  constexpr std::array<std::string_view, 5> kOtherTypes{"ID", "Refresh", "Offline", "Logout", "id_token"};
  const bool is_other_type =
      std::any_of(kOtherTypes.begin(), kOtherTypes.end(), [&](std::string_view other) { return iequals(type, other); });
  if (is_other_type || (!use.empty() && !is_access_use)) return true;
  return may_be_id_token && !is_access_type && kind.scope.is_absent() && kind.scp.is_absent();
}

}  // namespace

std::string claimed_issuer(const JsonAccess& json, const Json& claims) {
  constexpr std::array<std::string_view, 1> kNames{"iss"};
  std::array<Json, 1> found;
  const auto picked = json.pick(claims, kNames, found);
  return picked && !picked->repeated ? string_or_empty(json, found[0]) : std::string();
}

Result<TokenClaims> check_claims(const JsonAccess& json, const Json& claims, const AccessTokenSettings& settings,
                                 Clock::time_point now, TokenContext context) {
  // The last three are those that ID tokens have.
  constexpr std::array<std::string_view, 11> kNames{"iss", "aud",       "exp",     "nbf",    "scope", "scp",
                                                    "typ", "token_use", "at_hash", "c_hash", "nonce"};
  std::array<Json, kNames.size()> found;
  const auto picked = json.pick(claims, kNames, found);
  if (!picked) return not_accepted("its claims are not an object");
  if (picked->repeated) return not_accepted("its claim " + *picked->repeated + " occurs twice");
  const Json& issuer = found[0];
  const Json& not_before = found[3];

  TokenClaims checked;
  checked.issuer = string_or_empty(json, issuer);
  const bool is_ours = std::count(settings.issuers.begin(), settings.issuers.end(), checked.issuer) != 0;
  if (!is_ours && !(context.is_introspected && issuer.is_absent())) return not_accepted("it is of another issuer");
  const bool has_claims_of_id_tokens =
      std::any_of(found.begin() + 8, found.end(), [](const Json& claim) { return !claim.is_absent(); });
  const bool may_be_id_token = has_claims_of_id_tokens && !settings.accepts_id_tokens;
  if (!context.is_typed && is_other_token({found[4], found[5], found[6], found[7]}, may_be_id_token, json)) {
    return not_accepted(
        "it is an ID token or another token that is not for requests (listener.http.oauth.acceptIdTokens)");
  }
  const std::vector<std::string> audiences = texts_in(json, found[1]);
  if (std::count(audiences.begin(), audiences.end(), settings.audience) == 0) {
    return not_accepted("it is for another audience");
  }
  const auto expires = read_time(found[2]);
  if (!expires) return not_accepted("it has no time at which it expires");
  checked.end = *expires + settings.clock_skew;
  if (now >= checked.end) return not_accepted("it has expired");
  if (!not_before.is_absent()) {
    const auto begins = read_time(not_before);
    if (!begins || now + settings.clock_skew < *begins) return not_accepted("it is not valid yet");
  }
  const Json principal = member(json, claims, settings.principal_claim);
  checked.principal = string_or_empty(json, principal);
  if (!is_principal(checked.principal)) {
    return not_accepted("it has no claim " + settings.principal_claim + " that could name a principal");
  }
  add_scopes(string_or_empty(json, found[4]), checked.scopes);
  for (const std::string& scopes : texts_in(json, found[5])) add_scopes(scopes, checked.scopes);
  return checked;
}

}  // namespace workbench::http
