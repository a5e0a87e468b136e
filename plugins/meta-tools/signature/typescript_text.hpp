#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace meta_tools {

/// `name` as the name of a property in TypeScript: unchanged if it is an identifier in ASCII, else in quotes.
[[nodiscard]] std::string written_name(std::string_view name, const workbench::JsonAccess& json);

/// An identifier that resembles `name` and is not a built-in type of TypeScript.
[[nodiscard]] std::string type_identifier(std::string_view name);

/// `text` with one blank for each run of white space that begins with a line break or tab. Other blanks are kept, so
/// the strings in a JSON text do not change.
[[nodiscard]] std::string on_one_line(std::string_view text);

/// ` /* text */` on one line; nothing in `text` can end the comment. Empty for an empty text.
[[nodiscard]] std::string inline_comment(std::string_view text);

/// `/** text */` with as many lines as the text, without their common indentation, and with a line break after it.
/// Each line is indented by `indent` blanks. Empty for a blank text.
[[nodiscard]] std::string doc_comment(std::string_view text, std::size_t indent);

}  // namespace meta_tools
