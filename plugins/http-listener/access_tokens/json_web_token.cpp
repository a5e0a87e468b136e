#include "access_tokens/json_web_token.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <utility>

#include "http-shared/crypto.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

/// Real ones are a fourth of it at most; the head of a request is limited as well.
constexpr std::size_t kMaxTokenBytes = 32UL * 1024;
constexpr std::size_t kMaxNameInLog = 32;

Error refused(std::string why) {
  return {ErrorKind::protocol, std::move(why)};
}

/// Text of a client, for the log.
std::string printable(std::string_view text) {
  std::string name(text.substr(0, kMaxNameInLog));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c <= ' ' || c > '~' || c == '"'; }, '?');
  return name;
}

/// The object that a part of a token encodes.
Result<Json> read_object(const JsonAccess& json, std::string_view part) {
  auto text = decode_base64url(part);
  if (!text) return refused("a part of the token is not base64url");
  auto object = json.checked(*std::move(text));
  if (!object || object->kind() != JsonKind::object) return refused("a part of the token is not a JSON object");
  return object;
}

/// Access tokens are of type `at+jwt` (RFC 9068), or `JWT`, or of none. Tokens of other types are for other purposes
/// (RFC 8725, section 3.11).
bool is_access_token_type(std::string_view type) {
  constexpr std::array<std::string_view, 4> kTypes{"", "JWT", "at+jwt", "application/at+jwt"};
  return std::any_of(kTypes.begin(), kTypes.end(),
                     [&](std::string_view known) { return boost::beast::iequals(known, type); });
}

}  // namespace

bool is_json_web_token(std::string_view token) {
  return token.starts_with("ey") && std::count(token.begin(), token.end(), '.') == 2;
}

Result<JsonWebToken> read_json_web_token(const JsonAccess& json, std::string_view token) {
  if (token.size() > kMaxTokenBytes) return refused("the token is too long");
  if (!is_json_web_token(token)) return refused("not a signed JSON Web Token");
  const std::size_t first = token.find('.');
  const std::size_t second = token.find('.', first + 1);

  const auto header = read_object(json, token.substr(0, first));
  if (!header) return header.error();
  constexpr std::array<std::string_view, 4> kNames{"alg", "kid", "typ", "crit"};
  std::array<Json, kNames.size()> found;
  const auto picked = json.pick(*header, kNames, found);
  const auto& [algorithm, key_id, type, critical] = found;
  if (!picked || picked->repeated) return refused("a member of the token's header occurs twice");
  if (!critical.is_absent()) return refused("the token has extensions that must be understood (crit)");
  const std::string type_name = string_or_empty(json, type);
  if (!is_access_token_type(type_name)) return refused("not an access token: its type is " + printable(type_name));

  JsonWebToken read;
  read.is_typed = boost::beast::iequals(type_name, "at+jwt") || boost::beast::iequals(type_name, "application/at+jwt");
  const std::string algorithm_name = string_or_empty(json, algorithm);
  read.algorithm = find_signature_algorithm(algorithm_name);
  if (read.algorithm == nullptr) return refused("its algorithm is not accepted: " + printable(algorithm_name));
  read.key_id = string_or_empty(json, key_id);
  auto claims = read_object(json, token.substr(first + 1, second - first - 1));
  if (!claims) return claims.error();
  read.claims = *std::move(claims);
  auto signature = decode_base64url(token.substr(second + 1));
  if (!signature || signature->empty()) return refused("the token has no signature");
  read.signature = *std::move(signature);
  read.signed_text = token.substr(0, second);
  return read;
}

}  // namespace workbench::http
