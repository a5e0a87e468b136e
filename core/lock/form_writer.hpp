#pragma once

#include <string>
#include <string_view>

#include "lock/json_tape.hpp"
#include "lock/special_text.hpp"

namespace workbench::lock {

/// Appends the form of lock_form.hpp. `key`: of the member whose value it is; it decides whether an array is a set.
void append_form(std::string& out, JsonTape::Value value, FormSource source, std::string_view key = {});
/// The same as a text of its own.
[[nodiscard]] std::string form_of(JsonTape::Value value, FormSource source);

}  // namespace workbench::lock
