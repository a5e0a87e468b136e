#pragma once

#include <span>
#include <string_view>

namespace meta_tools {

/// The other words that people and authors of tools use for the same thing: of `remove`, among others `delete`. Empty:
/// none is known. `word` is in lower case and as in the table: stems are not looked up.
[[nodiscard]] std::span<const std::string_view> related_words(std::string_view word);

}  // namespace meta_tools
