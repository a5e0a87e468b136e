#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lock/comparison.hpp"

namespace workbench::lock {

/// The differences of one item as lines for a person, each ended by a line break and indented by two blanks: the field,
/// then its lines, those of the lock file with `-` and those of the server with `+`, and a few around them. Whatever
/// differs is there: long lines are wrapped, the further lines indented by two more blanks, and of a long line that
/// replaces another one only what both have is left out ("…"). Hidden characters are written out. Notes are named.
[[nodiscard]] std::string diff_text(const std::vector<Difference>& differences);

/// The patterns of `form`, what is accepted, that the form `locked` does not have: what a server says next time may
/// differ from what diff_text() shows in these places. Empty: there are none.
[[nodiscard]] std::string new_patterns_text(std::string_view locked, std::string_view form);

/// The lines of a whole item that the lock file does not have (`sign` is '+') or that is no longer listed ('-').
/// `definition`: a form.
[[nodiscard]] std::string whole_text(char sign, std::string_view definition);

}  // namespace workbench::lock
