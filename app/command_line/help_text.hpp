#pragma once

#include <Poco/Util/OptionSet.h>

#include <string>
#include <string_view>
#include <vector>

namespace workbench::app {

// The parts of a help text, in the order in which each help has them: usage, what it does, options, lists. Lines break
// between words at 80 columns and end with a newline. Not tied to a thread.

/// `Usage: mcp-workbench FORM`, with a line for each form.
[[nodiscard]] std::string usage_text(const std::vector<std::string>& forms);

/// A paragraph.
[[nodiscard]] std::string paragraph_text(std::string_view text);

/// `Options:` and a table: `  -c, --config=FILE  use this toolboxes file`.
[[nodiscard]] std::string options_text(const Poco::Util::OptionSet& options);

/// One entry of a list: the term, and its description indented below it.
[[nodiscard]] std::string entry_text(std::string_view term, std::string_view description);

}  // namespace workbench::app
