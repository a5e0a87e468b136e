#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbench::http::login {

// Lists of scopes and of other words; each word occurs once. [any thread]

using Words = std::vector<std::string>;

/// The words of a list of scopes, which blanks separate (RFC 6749, section 3.3).
[[nodiscard]] Words split_scopes(std::string_view text);
/// The same in the answer of a token endpoint, where some separate them by commas (GitHub, Slack). Asked for as one
/// word, they would be refused.
[[nodiscard]] Words split_granted_scopes(std::string_view text);
[[nodiscard]] std::string join_scopes(const Words& scopes);

[[nodiscard]] bool contains(const Words& words, std::string_view word);
[[nodiscard]] bool contains_all(const Words& words, const Words& others);

/// Adds the words of `others` that `words` does not contain.
void add_words(Words& words, const Words& others);

}  // namespace workbench::http::login
