#include "listener/authenticator.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "shared/crypto.hpp"
#include "shared/header_value.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kDigestBytes = 32;

/// Whether the header Authorization can carry it (RFC 6750, section 2.1).
bool is_bearer_token(std::string_view text) {
  const std::string_view before_padding = text.substr(0, text.find('='));
  const auto is_allowed = [](char c) {
    return is_alphanumeric(c) || std::string_view("-._~+/").find(c) != std::string_view::npos;
  };
  return !before_padding.empty() && std::all_of(before_padding.begin(), before_padding.end(), is_allowed) &&
         text.find_first_not_of('=', before_padding.size()) == std::string_view::npos;
}

struct Token {
  std::string digest;
  std::shared_ptr<const Principal> principal;
};

Response unauthorized(std::string_view challenge, std::string text) {
  Response response = text_response(401, std::move(text));
  response.headers.add("WWW-Authenticate", std::string(challenge));
  return response;
}

class TokenAuthenticator final : public Authenticator {
 public:
  explicit TokenAuthenticator(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] std::variant<std::shared_ptr<const Principal>, Response> authenticate(
      const std::string* authorization) const override {
    constexpr std::string_view kScheme = "bearer ";
    const std::string_view text = authorization == nullptr ? std::string_view() : std::string_view(*authorization);
    if (text.size() <= kScheme.size() || !boost::beast::iequals(text.substr(0, kScheme.size()), kScheme)) {
      return unauthorized(R"(Bearer realm="mcp-workbench")", "Token required: send Authorization: Bearer TOKEN.");
    }
    const std::string digest = sha256(text.substr(kScheme.size()));
    // Compares with all tokens, so that the time does not depend on which one matches.
    const Token* found = nullptr;
    for (const Token& token : tokens_) {
      if (equal_in_constant_time(token.digest, digest)) found = &token;
    }
    if (found != nullptr) return found->principal;
    return unauthorized(R"(Bearer realm="mcp-workbench", error="invalid_token")", "Invalid token.");
  }

 private:
  std::vector<Token> tokens_;
};

/// Reads one entry of the list of tokens.
class TokenReader {
 public:
  TokenReader(const JsonAccess& json, const std::string& source) : json_(json), source_(source) {}

  [[nodiscard]] Result<Token> read(const JsonMember& entry) const {
    const auto members = json_.members(entry.value);
    if (!members) return refused(entry.key, "must be an object with \"token\" or \"sha256\"");
    Principal principal;
    principal.name = entry.key;
    std::optional<std::string> digest;
    for (const auto& [key, value] : *members) {
      const auto text = json_.characters(value);
      if (key == "token" && text && !digest) {
        if (!is_bearer_token(*text)) {
          return refused(entry.key, "\"token\" may contain letters, digits and -._~+/, and = at the end");
        }
        digest = sha256(*text);
      } else if (key == "sha256" && text && !digest) {
        digest = decode_hex(*text);
        if (!digest || digest->size() != kDigestBytes)
          return refused(entry.key, "\"sha256\" must be 64 hexadecimal digits");
      } else if (key == "toolboxes") {
        auto names = names_in(value);
        if (!names) return refused(entry.key, "\"toolboxes\" must be an array of names");
        principal.toolboxes = *std::move(names);
      } else {
        return refused(entry.key,
                       "has an invalid member \"" + key +
                           "\"; write one of \"token\" and \"sha256\", a string, and optionally \"toolboxes\"");
      }
    }
    if (!digest) return refused(entry.key, "has neither \"token\" nor \"sha256\"; add one");
    return Token{*std::move(digest), std::make_shared<const Principal>(std::move(principal))};
  }

  [[nodiscard]] Error refused(const std::string& name, const std::string& what) const {
    return {ErrorKind::invalid_argument, source_ + ": \"" + name + "\" " + what};
  }

 private:
  [[nodiscard]] std::optional<std::vector<std::string>> names_in(const Json& array) const {
    const auto elements = json_.elements(array);
    if (!elements) return std::nullopt;
    std::vector<std::string> names;
    for (const Json& element : *elements) {
      auto name = json_.characters(element);
      if (!name) return std::nullopt;
      names.push_back(*std::move(name));
    }
    return names;
  }

  const JsonAccess& json_;
  const std::string& source_;
};

}  // namespace

Result<std::unique_ptr<Authenticator>> make_token_authenticator(const std::string& text, const std::string& source,
                                                                const JsonAccess& json) {
  const auto list = json.checked(text);
  if (!list) return list.error().within(source);
  const auto entries = json.members(*list);
  if (!entries) {
    return Error{ErrorKind::invalid_argument,
                 source + R"(: must be an object like {"NAME": {"token": "...", "toolboxes": ["dev"]}})"};
  }
  const TokenReader reader(json, source);
  std::vector<Token> tokens;
  for (const JsonMember& entry : *entries) {
    auto token = reader.read(entry);
    if (!token) return token.error();
    const bool is_repeated = std::any_of(tokens.begin(), tokens.end(),
                                         [&](const Token& earlier) { return earlier.principal->name == entry.key; });
    if (is_repeated) return reader.refused(entry.key, "occurs twice; give each token its own name");
    const auto same = std::find_if(tokens.begin(), tokens.end(),
                                   [&](const Token& earlier) { return earlier.digest == token->digest; });
    if (same != tokens.end()) {
      return reader.refused(entry.key,
                            "has the same token as \"" + same->principal->name + "\"; give each its own token");
    }
    tokens.push_back(*std::move(token));
  }
  if (tokens.empty()) return Error{ErrorKind::invalid_argument, source + ": has no tokens; add one"};
  return std::unique_ptr<Authenticator>(std::make_unique<TokenAuthenticator>(std::move(tokens)));
}

}  // namespace workbench::http
