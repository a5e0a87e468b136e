#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::http::oauth {

/// The parameters of a query or of a body, as application/x-www-form-urlencoded has them.
using Form = std::vector<std::pair<std::string, std::string>>;

/// [any thread]
[[nodiscard]] std::string encode_form(const Form& form);

/// One name or value, every other character than letters, digits and `-._~` as %XX. [any thread]
[[nodiscard]] std::string encode_form_text(std::string_view text);

}  // namespace workbench::http::oauth
