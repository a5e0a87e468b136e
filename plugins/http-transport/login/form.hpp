#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::http::login {

/// The parameters of a query or of a body, as application/x-www-form-urlencoded has them.
using Form = std::vector<std::pair<std::string, std::string>>;

/// [any thread]
[[nodiscard]] std::string encode_form(const Form& form);

/// Decodes text of encode_form(), or of a browser: `+` and %20 are blanks. Malformed escapes stay unchanged. [any
/// thread]
[[nodiscard]] Form decode_form(std::string_view text);

/// Adds a parameter, unless its value is empty. [any thread]
void add_parameter(Form& form, std::string_view name, std::string value);

/// The first parameter of this name; null: there is none. [any thread]
[[nodiscard]] const std::string* find_parameter(const Form& form, std::string_view name);

/// One name or value, every other character than letters, digits and `-._~` as %XX. [any thread]
[[nodiscard]] std::string encode_form_text(std::string_view text);

}  // namespace workbench::http::login
