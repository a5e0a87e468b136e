#include "listener/oauth/token_claims.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "shared/json_text.hpp"

namespace workbench::http {
namespace {

using Clock = std::chrono::system_clock;

constexpr std::size_t kMaxPrincipalBytes = 256;
constexpr std::size_t kMaxScopes = 1000;
/// In the year 2255. A time beyond it would overflow the clock.
constexpr double kMaxSeconds = 9e9;

Error refused(std::string why) {
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

}  // namespace

std::string claimed_issuer(const JsonAccess& json, const Json& claims) {
  constexpr std::array<std::string_view, 1> kNames{"iss"};
  std::array<Json, 1> found;
  const auto picked = json.pick(claims, kNames, found);
  return picked && !picked->repeated ? string_or_empty(json, found[0]) : std::string();
}

Result<TokenClaims> check_claims(const JsonAccess& json, const Json& claims, const OAuthSettings& settings,
                                 Clock::time_point now, bool may_lack_issuer) {
  constexpr std::array<std::string_view, 6> kNames{"iss", "aud", "exp", "nbf", "scope", "scp"};
  std::array<Json, kNames.size()> found;
  const auto picked = json.pick(claims, kNames, found);
  if (!picked) return refused("its claims are not an object");
  if (picked->repeated) return refused("its claim " + *picked->repeated + " occurs twice");
  const Json& issuer = found[0];
  const Json& not_before = found[3];

  TokenClaims checked;
  checked.issuer = string_or_empty(json, issuer);
  const bool is_ours = std::count(settings.issuers.begin(), settings.issuers.end(), checked.issuer) != 0;
  if (!is_ours && !(may_lack_issuer && issuer.is_absent())) return refused("it is of another issuer");
  const std::vector<std::string> audiences = texts_in(json, found[1]);
  if (std::count(audiences.begin(), audiences.end(), settings.audience) == 0) {
    return refused("it is for another audience");
  }
  const auto expires = read_time(found[2]);
  if (!expires) return refused("it has no time at which it expires");
  checked.end = *expires + settings.clock_skew;
  if (now >= checked.end) return refused("it has expired");
  if (!not_before.is_absent()) {
    const auto begins = read_time(not_before);
    if (!begins || now + settings.clock_skew < *begins) return refused("it is not valid yet");
  }
  const Json principal = member(json, claims, settings.principal_claim);
  checked.principal = string_or_empty(json, principal);
  if (!is_principal(checked.principal)) {
    return refused("it has no claim " + settings.principal_claim + " that could name a principal");
  }
  add_scopes(string_or_empty(json, found[4]), checked.scopes);
  for (const std::string& scopes : texts_in(json, found[5])) add_scopes(scopes, checked.scopes);
  return checked;
}

}  // namespace workbench::http
