#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace meta_tools {

/// `name` as TypeScript takes the name of a property: as it is if it is an identifier in ASCII, else in quotes.
[[nodiscard]] std::string written_name(std::string_view name, const workbench::JsonAccess& json);

/// An identifier that resembles `name`, and is none of the types that TypeScript has.
[[nodiscard]] std::string type_identifier(std::string_view name);

/// `text` with a blank for each run of white space that begins with a line break or tab. Blanks are kept, so the
/// strings of a JSON text are kept to the letter.
[[nodiscard]] std::string on_one_line(std::string_view text);

/// ` /* text */` on one line; nothing in `text` can end it. Empty for an empty text.
[[nodiscard]] std::string inline_comment(std::string_view text);

/// `/** text */` over as many lines as the text has, without its common indentation, and with a line break behind it.
/// `indent` blanks are before each line. Empty for a blank text.
[[nodiscard]] std::string doc_comment(std::string_view text, std::size_t indent);

}  // namespace meta_tools
