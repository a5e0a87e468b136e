#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace meta_tools {

/// The first paragraph of prose in a text that may be Markdown or have XML-like tags, on one line without markup at its
/// beginning; see first_sentence for what counts as markup. If all is markup, the text inside it; if there is none
/// either, the markup itself. Empty for a blank text alone. Looks at the first 8 KiB of the text,
/// and may leave out lines after the first `enough` bytes of the paragraph.
[[nodiscard]] std::string first_paragraph(std::string_view text, std::size_t enough);

}  // namespace meta_tools
