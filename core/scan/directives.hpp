#pragma once

#include <string_view>

#include "scan/finding.hpp"
#include "scan/scanned_text.hpp"

namespace workbench::scan {

/// Finds sentences that tell a model to keep something from the user, to ignore what it was told, to read files with
/// secrets, to send what is private, or to treat the tools of other servers differently; and pieces of the formats in
/// which models get conversations. `normal`: the normal_text().
void find_directives(const ScannedText& text, std::string_view normal, FindingList& findings);

/// Finds commands for a shell that download and run something, delete everything, or open a connection.
void find_shell_commands(const ScannedText& text, std::string_view normal, FindingList& findings);

/// Finds text for models that is encoded, so that people do not read it: in base64, as numbers, with rotated, reversed,
/// replaced or single letters. `normal`: the normal_text().
void find_payloads(const ScannedText& text, std::string_view normal, FindingList& findings);

}  // namespace workbench::scan
