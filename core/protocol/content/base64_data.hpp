#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::protocol {

/// Whether a text is base64 as the schema has it ("format": "byte"; RFC 4648, section 4): the standard alphabet,
/// padded, nothing else.
[[nodiscard]] bool is_plain_base64(std::string_view text);
/// The same for the value of a member: false if it is not a string, or written with escapes.
[[nodiscard]] bool is_plain_base64(const Json& value);

/// Bytes in base64, as they should have been written.
struct Base64Data {
  std::string text;        ///< plain base64
  std::string media_type;  ///< of the `data:` URL that it was written as; empty: none
};

/// Reads base64 as servers write it: as a `data:` URL (RFC 2397), in lines, in the alphabet for URLs, without padding.
/// Absent: it is something else.
[[nodiscard]] std::optional<Base64Data> read_base64(std::string_view written);

/// The media type of an image, of plain base64, by the first bytes of the image ("image/png"): of the four kinds that
/// models' APIs take. Empty: it is another kind, or not an image.
[[nodiscard]] std::string_view image_type_of(std::string_view base64);

}  // namespace workbench::protocol
