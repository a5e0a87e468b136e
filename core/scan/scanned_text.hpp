#pragma once

#include <string_view>

namespace workbench::scan {

/// What a string is in its item.
enum class TextRole {
  name,  ///< of a tool, prompt or argument, or a key of a schema: people compare it, and nothing in it should be hidden
  prose,    ///< a description, a title, instructions
  value,    ///< another string of a schema: an element of `enum`, a default, an example
  pattern,  ///< the regular expression of a schema, which has escapes, and punctuation that looks like markup
};

struct ScannedText {
  TextRole role;
  std::string_view text;  ///< as the server sends it, decoded from JSON
};

}  // namespace workbench::scan
