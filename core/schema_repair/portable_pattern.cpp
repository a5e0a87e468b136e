#include "schema_repair/portable_pattern.hpp"

#include <cstddef>

#include "base/ascii.hpp"

namespace workbench::schema_repair {
namespace {

/// `escape` begins behind the backslash, and is not empty.
bool is_portable_escape(std::string_view escape) {
  constexpr std::string_view kPortableLetters = "dDwWsSbBfnrtvxu";
  const char first = escape.front();
  if (base::is_ascii_digit(first)) return first == '0';  // another one refers to a group
  if (!base::is_ascii_letter(first)) return true;        // the character itself
  return kPortableLetters.find(first) != std::string_view::npos && !escape.starts_with("u{");
}

/// `group` begins at the parenthesis.
bool is_portable_group(std::string_view group) {
  return !group.starts_with("(?") || group.starts_with("(?:");
}

/// `[]` and `[^]`, which match nothing and everything, are of ECMAScript alone. `members` begins behind the bracket.
bool is_portable_class(std::string_view members) {
  return !members.starts_with("]") && !members.starts_with("^]");
}

}  // namespace

bool is_portable_pattern(std::string_view pattern) {
  bool is_in_class = false;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::string_view rest = pattern.substr(at);
    if (rest.front() == '\\') {
      if (rest.size() == 1 || !is_portable_escape(rest.substr(1))) return false;
      ++at;
    } else if (is_in_class) {
      is_in_class = rest.front() != ']';
    } else if (rest.front() == '[') {
      if (!is_portable_class(rest.substr(1))) return false;
      is_in_class = true;
    } else if (!is_portable_group(rest)) {
      return false;
    }
  }
  return true;
}

}  // namespace workbench::schema_repair
