#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::json {

/// JSON as editors extend it (JSONC): comments and a comma after the last element.
struct ExtendedJson {
  enum class Kind { line_comment, block_comment, trailing_comma };
  struct Extension {
    Kind kind;
    std::size_t offset;  ///< of its first byte
  };
  std::string plain;                  ///< the text with blanks in the place of each extension: every offset stays
  std::vector<Extension> extensions;  ///< in the order of the text
};

/// Finds what is not JSON but usual in files that people edit, and blanks it out. Ends of lines stay. All other
/// faults of the text stay in `plain`, for check() to find.
[[nodiscard]] ExtendedJson without_extensions(std::string_view text);

}  // namespace workbench::json
