#include "login/challenge.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <optional>
#include <utility>

#include "http-shared/header_value.hpp"
#include "login/scopes.hpp"

namespace workbench::http::login {
namespace {

/// So that no server can have many requests sent to others.
constexpr std::size_t kMaxPlaces = 4;

/// Reads the challenges of one header: `Scheme name=value, name="value", Scheme token68, ...` (RFC 9110, section 11.6).
/// A comma separates parameters as well as challenges; a word that no `=` follows begins a challenge, at the beginning
/// of the header or after a comma. Elsewhere it is a part of a value that lacks its quotation marks, and skipped.
class ChallengeReader {
 public:
  ChallengeReader(std::string_view text, Challenge& challenge) : rest_(text), challenge_(challenge) {}

  void read() {
    bool may_begin = true;
    while (true) {
      may_begin = skip_separators() || may_begin;
      if (rest_.empty()) return;
      const std::string_view word = take_word();
      if (word.empty()) {
        rest_.remove_prefix(1);  // not the grammar
      } else if (takes_value()) {
        const auto value = take_value();
        if (!value) return;  // where it ends is not known, and so nothing behind it
        set(word, *value);
      } else if (may_begin) {
        is_bearer_ = boost::beast::iequals(word, "Bearer");
        skip_token68();
      }
      may_begin = false;
    }
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  /// Whether one of them was a comma. Some servers write semicolons between parameters.
  bool skip_separators() {
    const std::size_t size = std::min(rest_.find_first_not_of(" \t,;"), rest_.size());
    const bool has_comma = rest_.substr(0, size).find(',') != std::string_view::npos;
    rest_.remove_prefix(size);
    return has_comma;
  }

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

  /// Absent: the quotation marks are not closed.
  std::optional<std::string> take_value() {
    if (rest_.starts_with('"')) return take_quoted();
    if (rest_.starts_with("\\\"")) return take_between("\\\"");  // text that was escaped once too often
    if (rest_.starts_with('\'') && rest_.find('\'', 1) != std::string_view::npos) return take_between("'");
    const std::size_t size = std::min(rest_.find_first_of(" \t,"), rest_.size());
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    if (value.ends_with(';')) value.pop_back();
    return value;
  }

  std::optional<std::string> take_between(std::string_view mark) {
    rest_.remove_prefix(mark.size());
    const std::size_t size = rest_.find(mark);
    if (size == std::string_view::npos) return std::nullopt;
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size + mark.size());
    return value;
  }

  std::optional<std::string> take_quoted() {
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

  void set(std::string_view name, const std::string& value) {
    std::vector<std::string>& places = challenge_.resource_metadata;
    if (boost::beast::iequals(name, "resource_metadata")) {
      if (!value.empty() && places.size() < kMaxPlaces && !contains(places, value)) places.push_back(value);
      return;
    }
    if (!is_bearer_) return;
    if (boost::beast::iequals(name, "error") && challenge_.error.empty()) challenge_.error = value;
    if (boost::beast::iequals(name, "scope") && challenge_.scopes.empty()) challenge_.scopes = split_scopes(value);
  }

  std::string_view rest_;
  Challenge& challenge_;
  bool is_bearer_ = true;  // without a scheme, too
};

}  // namespace

Challenge read_challenge(const Headers& headers) {
  Challenge challenge;
  for (const auto& [name, value] : headers) {
    if (boost::beast::iequals(name, "WWW-Authenticate")) ChallengeReader(value, challenge).read();
  }
  return challenge;
}

}  // namespace workbench::http::login
