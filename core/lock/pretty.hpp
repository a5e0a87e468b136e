#pragma once

#include <string>

#include "lock/json_tape.hpp"

namespace workbench::lock {

/// Appends a form with each member and element in a line of its own, behind the first one indented by `indent` blanks
/// and two more for each level. Ends without a line break.
void append_pretty(std::string& out, JsonTape::Value form, std::size_t indent);

}  // namespace workbench::lock
