#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/read_config.hpp"

namespace workbench::config {

/// A text after its variables were replaced.
struct Expansion {
  std::string text;
  std::vector<std::string> problems;  ///< each `what; what to do`; never the value of a variable
};

/// Replaces `${NAME}` by the variable's value and `${NAME:-default}` by the default if the variable is unset or empty.
/// `${env:NAME}` is the same as `${NAME}`. `$${` stands for the characters `${`. Values and defaults are taken as they
/// are: a `${` in a value stays, one in a default is a problem. A `$` without a brace stays.
[[nodiscard]] Expansion expand_variables(std::string_view text, const Environment& environment);

/// Whether `text` is a name that `${}` takes: letters, digits and `_`, no digit first.
[[nodiscard]] bool is_variable_name(std::string_view text);

}  // namespace workbench::config
