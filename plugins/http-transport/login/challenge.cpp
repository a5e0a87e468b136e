#include "login/challenge.hpp"

#include <boost/beast/core/string.hpp>
#include <optional>
#include <utility>

#include "http-shared/header_value.hpp"
#include "login/scopes.hpp"

namespace workbench::http::login {
namespace {

/// Reads the challenges of one header: `Scheme name=value, name="value", Scheme token68, ...` (RFC 9110, section 11.6).
/// A comma separates parameters as well as challenges; a word that no `=` follows begins a challenge.
class ChallengeReader {
 public:
  explicit ChallengeReader(std::string_view text) : rest_(text) {}

  /// Absent: there is none with the scheme Bearer.
  std::optional<Challenge> read_bearer() {
    std::optional<Challenge> bearer;
    while (skip_separators(), !rest_.empty()) {
      const std::string_view word = take_word();
      if (word.empty()) return bearer;  // not the grammar: earlier parameters count
      if (!takes_value()) {
        if (bearer) return bearer;
        if (boost::beast::iequals(word, "Bearer")) bearer.emplace();
        skip_token68();
        continue;
      }
      const auto value = take_value();
      if (!value) return bearer;
      if (bearer) set(*bearer, word, *value);
    }
    return bearer;
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  void skip_separators() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t,"), rest_.size())); }

  std::string_view take_word() {
    std::size_t size = 0;
    while (size != rest_.size() && is_header_name(rest_.substr(size, 1))) ++size;
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return word;
  }

  /// Whether a value follows, whose `=` is skipped.
  bool takes_value() {
    const std::string_view before = rest_;
    skip_blanks();
    if (rest_.starts_with('=')) {
      rest_.remove_prefix(1);
      skip_blanks();
      return true;
    }
    rest_ = before;
    return false;
  }

  std::optional<std::string> take_value() {
    if (!rest_.starts_with('"')) return std::string(take_word());
    std::string value;
    for (rest_.remove_prefix(1); !rest_.empty(); rest_.remove_prefix(1)) {
      if (rest_.front() == '"') {
        rest_.remove_prefix(1);
        return value;
      }
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      value += rest_.front();
    }
    return std::nullopt;
  }

  /// The text after a scheme in place of parameters, such as "dGVzdA==" behind Negotiate.
  void skip_token68() {
    skip_blanks();
    std::size_t end = 0;
    while (end != rest_.size() && (is_header_name(rest_.substr(end, 1)) || rest_[end] == '/')) ++end;
    while (end != rest_.size() && rest_[end] == '=') ++end;
    const std::string_view behind = rest_.substr(end);
    const bool is_whole = behind.find_first_not_of(" \t") == behind.find(',');
    if (is_whole) rest_.remove_prefix(end);
  }

  static void set(Challenge& challenge, std::string_view name, const std::string& value) {
    if (boost::beast::iequals(name, "resource_metadata")) challenge.resource_metadata = value;
    if (boost::beast::iequals(name, "error")) challenge.error = value;
    if (boost::beast::iequals(name, "scope")) challenge.scopes = split_scopes(value);
  }

  std::string_view rest_;
};

}  // namespace

Challenge read_challenge(const Headers& headers) {
  for (const auto& [name, value] : headers) {
    if (!boost::beast::iequals(name, "WWW-Authenticate")) continue;
    if (auto challenge = ChallengeReader(value).read_bearer()) return *std::move(challenge);
  }
  return {};
}

}  // namespace workbench::http::login
