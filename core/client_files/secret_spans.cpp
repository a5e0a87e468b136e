#include "client_files/secret_spans.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "client_files/document.hpp"
#include "client_files/secret_patterns.hpp"
#include "client_files/text_edit.hpp"
#include "json/reader.hpp"
#include "json/scanner.hpp"

namespace workbench::client_files {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
/// Where a word of a script, a list of parameters or a line of a file ends.
constexpr std::string_view kWordEnds = " \t\r\n\"'`;&|<>,(){}[]";
/// The end of a value in them: rather too late than inside the secret.
constexpr std::string_view kValueEnds = " \t\r\n\"'`;";
/// How often a value may be looked for within a value: `--env=NAME=value`, an address within an address.
constexpr int kMaxNesting = 3;

/// Finds the secrets of one text. Each function looks at a part of it, from `begin` to `end`.
class SpanFinder {
 public:
  explicit SpanFinder(std::string_view text) : text_(text) {}

  void find(std::string_view name, std::size_t begin, std::size_t end, int nesting = 0) {
    if (find_in_json(name, begin, end) || find_in_header(begin, end) || take_value(name, begin, end)) return;
    if (nesting < kMaxNesting && find_in_assignment(begin, end, nesting + 1)) return;
    find_in_words(begin, end);
    find_in_addresses(name, begin, end);
  }

  /// Looks into JSON that has been checked; it has the same places as the text.
  void find_in_checked_json(std::string_view name, std::string_view value) {
    if (value.starts_with('{')) {
      find_in_members(value);
    } else if (value.starts_with('[')) {
      find_in_elements(name, value);
    } else if (value.starts_with('"')) {
      find_in_string(name, value.substr(1, value.size() - 2));
    }
  }

  /// Where the text of checked JSON begins.
  void set_json(std::string_view json) { json_ = json; }

  std::vector<SecretSpan> take() {
    std::sort(spans_.begin(), spans_.end(), [](const SecretSpan& a, const SecretSpan& b) { return a.begin < b.begin; });
    std::vector<SecretSpan> apart;
    for (SecretSpan& span : spans_) {
      if (apart.empty() || span.begin >= apart.back().end) apart.push_back(std::move(span));
    }
    return apart;
  }

 private:
  [[nodiscard]] std::string_view part(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  void add(std::size_t begin, std::size_t end, std::string_view name) {
    if (begin < end) spans_.push_back({begin, end, std::string(name)});
  }

  /// The value as a whole, without the scheme in front of it.
  bool take_value(std::string_view name, std::size_t begin, std::size_t end) {
    const std::string_view value = part(begin, end);
    const std::size_t scheme = end_of_scheme(name, value);
    if (!is_secret(name, value.substr(scheme)) || value.find("://") != kNone) return false;
    if (scheme == 0 && !is_secret_name(name) && !looks_like_a_key(value)) return false;
    add(begin + scheme, end, scheme != 0 ? std::string_view("TOKEN") : name);
    return true;
  }

  // JSON.

  bool find_in_json(std::string_view name, std::size_t begin, std::size_t end) {
    const std::string_view value = json::without_blanks(part(begin, end));
    if (value.empty() || (value.front() != '{' && value.front() != '[')) return false;
    if (json::check(value, kMaxDepth)) return false;
    const std::string_view before = std::exchange(json_, text_);
    find_in_checked_json(name, value);
    json_ = before;
    return true;
  }

  /// `{"name": "X-Api-Key", "value": "abc"}` is another way to write a member.
  void find_in_members(std::string_view object) {
    std::string name_of_value;
    for (json::MemberReader member(object); member.next();) {
      const std::string key = member.key().decoded();
      const std::string_view value = member.value();
      if ((key == "name" || key == "key") && value.starts_with('"')) name_of_value = value.substr(1, value.size() - 2);
      const bool is_value = key == "value" && !name_of_value.empty();
      find_in_checked_json(is_value ? name_of_value : key, value);
    }
  }

  void find_in_elements(std::string_view name, std::string_view array) {
    std::string previous;
    for (json::ElementReader element(array); element.next();) {
      const std::string_view value = element.value();
      const bool is_text = value.starts_with('"');
      const bool is_option = is_text && value.substr(1).starts_with('-');
      find_in_checked_json(previous.empty() || is_option ? name : std::string_view(previous), value);
      previous = is_option && value.find('=') == kNone ? std::string(value.substr(1, value.size() - 2)) : std::string();
    }
  }

  /// `written` is the string as written, with its escapes. If it has escapes and a secret, all of it is secret.
  void find_in_string(std::string_view name, std::string_view written) {
    const auto begin = static_cast<std::size_t>(written.data() - json_.data());
    const std::size_t end = begin + written.size();
    if (written.find('\\') == kNone) return find(name, begin, end);
    const std::string decoded = json::raw_string_of(part(begin - 1, end + 1)).decoded();
    if (!secrets_in(name, decoded).empty()) add(begin, end, name);
  }

  // `Authorization: Bearer abc`

  bool find_in_header(std::size_t begin, std::size_t end) {
    std::size_t colon = begin;
    while (colon < end && is_secret_name_byte(text_[colon])) ++colon;
    if (colon == begin || colon == end || text_[colon] != ':' || part(colon, end).starts_with("://")) return false;
    const std::string_view name = part(begin, colon);
    const std::size_t value = std::min(text_.find_first_not_of(kBlanks, colon + 1), end);
    return is_secret_name(name) && take_value(name, value, end);
  }

  // `--option=value`, `NAME=value`, `-eNAME=value`

  bool find_in_assignment(std::size_t begin, std::size_t end, int nesting) {
    std::size_t equals = begin;
    while (equals < end && is_secret_name_byte(text_[equals])) ++equals;
    if (equals == begin || equals == end || text_[equals] != '=') return false;
    const std::string_view value = part(equals + 1, end);
    // Further assignments behind it: it is a list of them.
    const bool is_list = value.find('=') != kNone && value.find_first_of("; &") != kNone;
    if (is_list && !part(begin, equals).starts_with('-')) return false;
    find(part(begin, equals), equals + 1, end, nesting);
    return true;
  }

  // Scripts, connection strings, lists of parameters.

  void find_in_words(std::size_t begin, std::size_t end) {
    std::string_view option;
    for (std::size_t at = begin; (at = std::min(text_.find_first_not_of(kWordEnds, at), end)) < end;) {
      const std::size_t word_end = std::min(text_.find_first_of(kWordEnds, at), end);
      const bool is_whole = at == begin && word_end == end;
      const std::string_view word = part(at, word_end);
      if (!is_whole && word.find("://") == kNone) find_in_word(option, at, word_end, end);
      option = word.starts_with('-') && word.find('=') == kNone ? word : std::string_view();
      at = word_end;
    }
  }

  void find_in_word(std::string_view option, std::size_t begin, std::size_t end, std::size_t end_of_text) {
    const std::string_view word = part(begin, end);
    const std::size_t sign = word.find_first_of("=:");
    if (sign != kNone && is_secret_name(word.substr(0, sign))) {
      take_next(word.substr(0, sign), begin + sign + 1, end_of_text);
    } else if (!option.empty() && !word.starts_with('-') && is_secret_name(option)) {
      take_next(option, begin, end_of_text);
    } else if (sign == kNone && is_secret_name(word) && is_followed_by_sign(end, end_of_text)) {
      take_next(word, text_.find_first_of("=:", end) + 1, end_of_text);
    } else if (looks_like_a_key(word)) {
      add(begin, end, "");
    } else if (sign != kNone && looks_like_a_key(word.substr(sign + 1))) {
      add(begin + sign + 1, end, word.substr(0, sign));
    }
  }

  /// Whether a quote or blanks, and then `=` or `:`, follow a word.
  [[nodiscard]] bool is_followed_by_sign(std::size_t at, std::size_t end) const {
    for (; at < end; ++at) {
      if (text_[at] == '=' || text_[at] == ':') return true;
      if (kBlanks.find(text_[at]) == kNone && kQuotes.find(text_[at]) == kNone) return false;
    }
    return false;
  }

  /// The value that begins at `at` or behind blanks, in quotes or up to the end of its word.
  void take_next(std::string_view name, std::size_t at, std::size_t end) {
    while (at < end && kBlanks.find(text_[at]) != kNone) ++at;
    if (at >= end) return;
    const bool is_quoted = kQuotes.find(text_[at]) != kNone;
    const std::size_t begin = is_quoted ? at + 1 : at;
    const std::size_t scheme = end_of_scheme(name, part(begin, end));
    const std::size_t value_end =
        is_quoted ? text_.find(text_[at], begin) : text_.find_first_of(kValueEnds, begin + scheme);
    take_value(name, begin, std::min(value_end, end));
  }

  // Addresses: `scheme://user:password@host/path?key=value#fragment`

  void find_in_addresses(std::string_view name, std::size_t begin, std::size_t end) {
    bool has_any = false;
    for (std::size_t at = begin; (at = text_.find("://", at)) < end;) {
      has_any = true;
      const std::size_t address_end = std::min(text_.find_first_of(" \t\r\n\"'`<>", at), end);
      find_in_address(at + 3, address_end, 0);
      at = address_end;
    }
    const bool is_proxy = base::ascii_lower(name).find("proxy") != kNone;
    if (!has_any && is_proxy) take_password(begin, end);
  }

  void find_in_address(std::size_t begin, std::size_t end, int nesting) {
    const std::size_t host = take_password(begin, end);
    const std::size_t first = std::min(text_.find_first_of("/?#", host), end);
    const std::size_t query = std::min(text_.find_first_of("?#", host), end);
    for (std::size_t at = first; at < query;) {
      const std::size_t segment = std::min(text_.find('/', at), query);
      if (looks_like_a_key(part(at, segment))) add(at, segment, "");
      at = segment + 1;
    }
    for (std::size_t at = query; at < end;) {
      const std::size_t next = std::min(text_.find_first_of("&;#", at + 1), end);
      const std::size_t equals = std::min(text_.find('=', at), next);
      const std::string_view key = part(at + 1, equals);
      const std::size_t inner = part(equals, next).find("://");
      if (inner != kNone && nesting < kMaxNesting) {
        find_in_address(equals + inner + 3, next, nesting + 1);
      } else if (equals < next && is_secret(key, part(equals + 1, next))) {
        add(equals + 1, next, key);
      }
      at = next;
    }
  }

  /// Returns where the host begins.
  std::size_t take_password(std::size_t begin, std::size_t end) {
    std::size_t authority = std::min(text_.find_first_of("/?#", begin), end);
    const std::size_t colon = std::min(text_.find(':', begin), end);
    // A password that is not encoded may have a slash; what follows the colon of a host are digits.
    const bool may_continue =
        colon < authority && !std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(colon + 1),
                                          text_.begin() + static_cast<std::ptrdiff_t>(authority), base::is_ascii_digit);
    if (may_continue && part(begin, authority).find('@') == kNone) authority = end;
    const std::size_t at = part(begin, authority).rfind('@');
    if (at == kNone) return begin;
    const std::size_t host = begin + at + 1;
    if (colon < begin + at) {
      if (!has_reference(part(colon + 1, begin + at))) add(colon + 1, begin + at, "PASSWORD");
      if (looks_like_a_key(part(begin, colon))) add(begin, colon, "TOKEN");
    } else if (looks_like_a_key(part(begin, begin + at))) {
      add(begin, begin + at, "TOKEN");
    }
    return host;
  }

  std::string_view text_;
  std::string_view json_;  // what the checked JSON is a part of
  std::vector<SecretSpan> spans_;
};

}  // namespace

std::vector<SecretSpan> secrets_in(std::string_view name, std::string_view text) {
  SpanFinder finder(text);
  finder.find(name, 0, text.size());
  return finder.take();
}

std::vector<SecretSpan> secrets_in_checked_json(std::string_view text, std::string_view json) {
  SpanFinder finder(text);
  finder.set_json(json);
  finder.find_in_checked_json("", json::without_blanks(json));
  return finder.take();
}

}  // namespace workbench::client_files
