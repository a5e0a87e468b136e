#pragma once

#include "scan/json_strings.hpp"

namespace workbench::scan {

/// Whether the string of a tool is the value of the JSON Schema keyword `pattern`: a regular expression. A property of
/// that name, an example or a default that has one, and anything else is not.
[[nodiscard]] bool is_schema_pattern(const JsonStrings& strings);

}  // namespace workbench::scan
