#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meta_tools {

/// The first paragraph of prose in a text that may be Markdown or have XML-like tags, on one line, without the markup
/// at its beginning (see first_sentence() for what that is). If the text is all markup, the text in it; if there is
/// none either, the markup itself. Empty only for a blank text. Reads the first 8 KiB of the text. Lines after the
/// first `enough` bytes of the paragraph may be left out.
[[nodiscard]] std::string first_paragraph(std::string_view text, std::size_t enough);

}  // namespace meta_tools
