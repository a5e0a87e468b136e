#pragma once

#include "scan/finding.hpp"
#include "scan/scanned_text.hpp"

namespace workbench::scan {

/// Finds characters that people do not see, or that make them see something else: tags, invisible characters, variation
/// selectors that carry bytes, overrides of the writing direction, terminal escapes. What scripts and emoji need is not
/// found: base/visible_text.hpp.
void find_hidden_characters(const ScannedText& text, FindingList& findings);

/// Finds letters that look like those of another script, and letters that only look like letters.
void find_deceiving_letters(const ScannedText& text, FindingList& findings);

/// Finds text that is out of sight: behind long runs of blanks or line breaks, or in markup that is not shown.
void find_text_out_of_sight(const ScannedText& text, FindingList& findings);

}  // namespace workbench::scan
