#pragma once

#include <string>
#include <string_view>

#include "workbench/json.hpp"

namespace workbench::jsonrpc {

/// Appends `characters` as a JSON string with quotes; what is not valid UTF-8 becomes U+FFFD.
void append_quoted(std::string& out, std::string_view characters);
[[nodiscard]] std::string quoted(std::string_view characters);

/// The characters of a checked JSON string, escapes decoded, a lone surrogate as U+FFFD; empty when `string` is not
/// one.
[[nodiscard]] std::string characters(const Json& string);

}  // namespace workbench::jsonrpc
