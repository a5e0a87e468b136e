#pragma once

#include <string>
#include <string_view>

namespace workbench::config {

/// Whether a text begins with the byte order mark of UTF-16, in either order.
[[nodiscard]] bool is_utf16(std::string_view text);

/// The characters after the byte order mark, which there must be, in UTF-8. A unit that belongs to no
/// character becomes U+FFFD, or invalid UTF-8, which every reader of text refuses.
[[nodiscard]] std::string utf8_of_utf16(std::string_view text);

}  // namespace workbench::config
