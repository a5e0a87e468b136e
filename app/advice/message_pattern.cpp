#include "advice/message_pattern.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.hpp"
#include "base/visible_text.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kMaxPath = 1024;
constexpr std::size_t kMaxName = 128;

/// The part of `text` before `separator`, which is removed from it with the separator.
std::string_view cut(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return part;
}

bool is_word(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_';
}
bool is_of_program(char byte) {
  return is_word(byte) || std::string_view(".+@-").find(byte) != std::string_view::npos;
}
bool is_of_number(char byte) {
  return base::is_ascii_digit(byte);
}
bool is_of_duration(char byte) {
  return base::is_ascii_digit(byte) || std::string_view(". ms").find(byte) != std::string_view::npos;
}

bool consists_of(std::string_view text, bool (*is_allowed)(char), std::size_t max_size) {
  return !text.empty() && text.size() <= max_size && std::all_of(text.begin(), text.end(), is_allowed);
}

bool is_valid(std::string_view kind, std::string_view found) {
  if (kind == "program")
    return consists_of(found, is_of_program, kMaxName) && base::is_ascii_letter_or_digit(found.front());
  if (kind == "word") return consists_of(found, is_word, kMaxName);
  if (kind == "number") return consists_of(found, is_of_number, 16);
  if (kind == "duration") return consists_of(found, is_of_duration, 16);
  const std::size_t max_size = kind == "path" ? kMaxPath : kMaxName;
  return !found.empty() && found.size() <= max_size &&
         base::is_visible(found, base::HiddenCharacters::Breaks::hidden) && found.find('\t') == std::string_view::npos;
}

/// The latest end of a match of `kind` at the beginning of `text`: the end of its characters if nothing follows in the
/// pattern, else the place of the text that follows.
std::size_t end_of(std::string_view kind, std::string_view text, std::string_view after) {
  if (!after.empty()) return text.find(after);
  const auto is_allowed = kind == "duration"  ? is_of_duration
                          : kind == "number"  ? is_of_number
                          : kind == "program" ? is_of_program
                                              : is_word;
  const std::size_t end =
      static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_allowed) - text.begin());
  return kind == "duration" ? text.substr(0, end).find_last_not_of(". ") + 1 : end;
}

/// The part between two gaps of a pattern.
struct Piece {
  std::string_view before;  ///< the `<kind>`
  std::string_view kind;    ///< empty: there is none
  std::string_view after;

  explicit Piece(std::string_view text) : before(cut(text, "<")), kind(cut(text, ">")), after(text) {}
};

/// Looks for the pieces of one alternative, one after the other.
class Search {
 public:
  Search(std::string_view text, bool is_anchored) : rest_(text), is_anchored_(is_anchored) {}

  bool find(const Piece& piece) {
    const bool is_at_begin = std::exchange(is_anchored_, false);
    for (std::size_t at = rest_.find(piece.before); at != std::string_view::npos;
         at = rest_.find(piece.before, at + 1)) {
      if (is_at_begin && at != 0) return false;
      const std::string_view behind = rest_.substr(at + piece.before.size());
      if (piece.kind.empty()) return pass(behind);
      const std::size_t end = end_of(piece.kind, behind, piece.after);
      if (end == std::string_view::npos) return false;  // nor does it follow later
      if (is_valid(piece.kind, behind.substr(0, end))) {
        found_ = behind.substr(0, end);
        return pass(behind.substr(end + piece.after.size()));
      }
      if (is_at_begin) return false;
    }
    return false;
  }

  [[nodiscard]] std::string_view found() const { return found_; }

 private:
  bool pass(std::string_view rest) {
    rest_ = rest;
    return true;
  }

  std::string_view rest_;
  std::string_view found_;
  bool is_anchored_;
};

std::optional<std::string> match_alternative(std::string_view pattern, std::string_view text) {
  if (pattern == "<variable>") return missing_variable(text);
  const bool is_anchored = pattern.starts_with('^');
  if (is_anchored) {
    pattern.remove_prefix(1);
    text = without_prefixes(text);
  }
  Search search(text, is_anchored);
  while (!pattern.empty()) {
    if (!search.find(Piece(cut(pattern, "...")))) return std::nullopt;
  }
  return std::string(search.found());
}

// --- variables of the environment ------------------------------------------------------------------------------------

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// `GITHUB_TOKEN`: capitals and digits, and an underscore.
bool is_variable(std::string_view word) {
  const auto is_capital = [](char byte) {
    return (byte >= 'A' && byte <= 'Z') || base::is_ascii_digit(byte) || byte == '_';
  };
  const bool begins_well = !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
  return begins_well && word.size() <= kMaxName && word.find('_') != std::string_view::npos &&
         std::all_of(word.begin(), word.end(), is_capital);
}

/// A variable that is usually a setting of a program.
bool is_setting(std::string_view word) {
  constexpr std::array<std::string_view, 12> kEnds{"KEY",     "TOKEN",  "SECRET", "PASSWORD", "URL", "ID",
                                                   "PROFILE", "REGION", "HOST",   "USER",     "DSN", "PATH"};
  return is_variable(word) && is_one_of(kEnds, word.substr(word.rfind('_') + 1));
}

bool demands(std::string_view word) {
  constexpr std::array<std::string_view, 9> kWords{"need", "needs",   "require", "requires", "missing",
                                                   "set",  "without", "provide", "no"};
  return is_one_of(kWords, word);
}

/// Whether the text after the name of a variable says that it is missing.
bool says_is_missing(std::string_view text) {
  constexpr std::array<std::string_view, 7> kPhrases{"is required", "is missing", "is not set", "not set",
                                                     "must be set", "undefined",  "not found"};
  return std::any_of(kPhrases.begin(), kPhrases.end(),
                     [&](std::string_view phrase) { return text.find(phrase) != std::string_view::npos; });
}

std::optional<std::string> missing_in_clause(std::string_view clause) {
  bool is_demanded = false;
  std::string_view first;  // variable, and what follows it
  std::string_view behind_first;
  for (std::size_t at = 0; at < clause.size();) {
    const char* const begin = std::find_if(clause.begin() + at, clause.end(), is_word);
    const char* const end = std::find_if_not(begin, clause.end(), is_word);
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    at = static_cast<std::size_t>(end - clause.begin());
    if (is_demanded && is_setting(word)) return std::string(word);
    is_demanded = is_demanded || demands(word);
    if (first.empty() && is_variable(word)) {
      first = word;
      behind_first = clause.substr(at);
    }
  }
  if (first.empty() || !says_is_missing(behind_first)) return std::nullopt;
  return std::string(first);
}

/// Whether the text begins as a line of the log does: "2026-11-22T00:00:00.000Z W [dev/a] ".
bool is_log_line(std::string_view text) {
  return text.size() > 20 && base::is_ascii_digit(text.front()) && text[10] == 'T' && text.find("Z ") < 32;
}

}  // namespace

std::optional<std::string> MessagePattern::match(std::string_view text) const {
  for (std::string_view rest = pattern_; !rest.empty();) {
    if (auto found = match_alternative(cut(rest, " | "), text)) return found;
  }
  return std::nullopt;
}

std::optional<std::string> missing_variable(std::string_view words) {
  while (!words.empty()) {
    if (auto found = missing_in_clause(cut(words, ";"))) return found;
  }
  return std::nullopt;
}

std::string_view without_prefixes(std::string_view message) {
  if (is_log_line(message)) cut(message, "] ");
  if (message.starts_with("Failed to connect to server '")) cut(message, "': ");
  if (message.starts_with('[')) cut(message, "] Error: ");
  const std::size_t failed = message.find(": FAILED: ");
  if (failed < message.find(' ')) cut(message, ": FAILED: ");
  for (const std::string_view own : {"not started: ", "ended: "}) {
    if (message.starts_with(own)) message.remove_prefix(own.size());
  }
  return message;
}

}  // namespace workbench::app
