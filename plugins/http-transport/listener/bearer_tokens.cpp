#include "listener/bearer_tokens.hpp"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace workbench::http {
namespace {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

Digest digest_of(std::string_view text) {
  Digest digest;
  ::SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  return digest;
}

std::optional<unsigned> value_of(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A' + 10);
  return std::nullopt;
}

std::optional<Digest> digest_written_as(std::string_view digits) {
  Digest digest;
  if (digits.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t place = 0; place != digest.size(); ++place) {
    const auto high = value_of(digits[2 * place]);
    const auto low = value_of(digits[2 * place + 1]);
    if (!high || !low) return std::nullopt;
    digest[place] = static_cast<unsigned char>(*high * 16 + *low);
  }
  return digest;
}

/// Whether it can stand in the field Authorization (RFC 6750, section 2.1).
bool is_bearer_token(std::string_view text) {
  const std::string_view before_padding = text.substr(0, text.find('='));
  const auto is_allowed = [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return std::isalnum(value) != 0 || std::string_view("-._~+/").find(byte) != std::string_view::npos;
  };
  return !before_padding.empty() && std::all_of(before_padding.begin(), before_padding.end(), is_allowed) &&
         text.find_first_not_of('=', before_padding.size()) == std::string_view::npos;
}

struct Token {
  Digest digest;
  std::shared_ptr<const Principal> principal;
};

Answer turned_away(bool has_tried) {
  return {401,
          {{"WWW-Authenticate",
            has_tried ? R"(Bearer realm="mcp-workbench", error="invalid_token")" : R"(Bearer realm="mcp-workbench")"},
           {"Content-Type", "text/plain; charset=utf-8"}},
          has_tried ? "This token is not known here.\n"
                    : "A token is needed: send the field Authorization: Bearer TOKEN.\n"};
}

class BearerTokens final : public Authenticator {
 public:
  explicit BearerTokens(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] std::variant<std::shared_ptr<const Principal>, Answer> authenticate(
      const std::string* authorization) const override {
    constexpr std::string_view kScheme = "bearer ";
    if (authorization == nullptr || authorization->size() <= kScheme.size() ||
        !same_name(std::string_view(*authorization).substr(0, kScheme.size()), kScheme)) {
      return turned_away(false);
    }
    const Digest presented = digest_of(std::string_view(*authorization).substr(kScheme.size()));
    // All are looked at, each in the same time: how long it takes tells nothing about any of them.
    const Token* found = nullptr;
    for (const Token& token : tokens_) {
      if (::CRYPTO_memcmp(token.digest.data(), presented.data(), presented.size()) == 0) found = &token;
    }
    if (found == nullptr) return turned_away(true);
    return found->principal;
  }

 private:
  std::vector<Token> tokens_;
};

class AllowAnonymous final : public Authenticator {
 public:
  [[nodiscard]] std::variant<std::shared_ptr<const Principal>, Answer> authenticate(const std::string*) const override {
    return nobody_;
  }

 private:
  std::shared_ptr<const Principal> nobody_ = std::make_shared<Principal>();
};

/// Reads one entry of the list.
class TokenReader {
 public:
  TokenReader(const JsonAccess& json, const std::string& source) : json_(json), source_(source) {}

  [[nodiscard]] Result<Token> read(const JsonMember& entry) const {
    const auto members = json_.members(entry.value);
    if (!members) return refused(entry.key, "must be an object with a \"token\" or \"sha256\"");
    Principal principal;
    principal.name = entry.key;
    std::optional<Digest> digest;
    for (const auto& [key, value] : *members) {
      const auto text = json_.characters(value);
      if (key == "token" && text && !digest) {
        if (!is_bearer_token(*text)) {
          return refused(entry.key, "\"token\" must consist of letters, digits and -._~+/, with = at the end alone");
        }
        digest = digest_of(*text);
      } else if (key == "sha256" && text && !digest) {
        digest = digest_written_as(*text);
        if (!digest) return refused(entry.key, "\"sha256\" must be 64 hexadecimal digits");
      } else if (key == "toolboxes") {
        auto names = names_in(value);
        if (!names) return refused(entry.key, "\"toolboxes\" must be an array of names");
        principal.toolboxes = *std::move(names);
      } else {
        return refused(entry.key, "does not understand \"" + key +
                                      "\"; it has either \"token\" or \"sha256\", a text, and perhaps \"toolboxes\"");
      }
    }
    if (!digest) return refused(entry.key, "has neither \"token\" nor \"sha256\"; add one");
    return Token{*digest, std::make_shared<const Principal>(std::move(principal))};
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

Result<std::unique_ptr<Authenticator>> bearer_tokens(const std::string& text, const std::string& source,
                                                     const JsonAccess& json) {
  const auto whole = json.checked(text);
  if (!whole) return whole.error().within(source);
  const auto entries = json.members(*whole);
  if (!entries) {
    return Error{ErrorKind::invalid_argument,
                 source + R"(: must be an object such as {"NAME": {"token": "...", "toolboxes": ["dev"]}})"};
  }
  const TokenReader reader(json, source);
  std::vector<Token> tokens;
  for (const JsonMember& entry : *entries) {
    auto token = reader.read(entry);
    if (!token) return token.error();
    const bool is_second = std::any_of(tokens.begin(), tokens.end(),
                                       [&](const Token& earlier) { return earlier.principal->name == entry.key; });
    if (is_second) return reader.refused(entry.key, "is there twice; give each token a name of its own");
    const auto same = std::find_if(tokens.begin(), tokens.end(),
                                   [&](const Token& earlier) { return earlier.digest == token->digest; });
    if (same != tokens.end()) {
      return reader.refused(entry.key, "has the token of \"" + same->principal->name + "\"; give each one of its own");
    }
    tokens.push_back(*std::move(token));
  }
  if (tokens.empty())
    return Error{ErrorKind::invalid_argument, source + ": lists no token, so that nobody could come in"};
  return std::unique_ptr<Authenticator>(std::make_unique<BearerTokens>(std::move(tokens)));
}

std::unique_ptr<Authenticator> allow_anonymous() {
  return std::make_unique<AllowAnonymous>();
}

}  // namespace workbench::http
