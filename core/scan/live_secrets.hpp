#pragma once

#include "scan/finding.hpp"
#include "scan/scanned_text.hpp"

namespace workbench::scan {

/// Finds keys and tokens that can be used: those of services whose keys have a form of their own, and private keys.
/// What stands for a key in documentation is none.
void find_live_secrets(const ScannedText& text, FindingList& findings);

}  // namespace workbench::scan
