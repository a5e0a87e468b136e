#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::json {

/// Appends `characters` as a JSON string with quotes; what is not valid UTF-8 becomes U+FFFD.
void append_quoted(std::string& out, std::string_view characters);
/// `characters` as a JSON string: quoted("a"). An object, because a function of this name would lose to std::quoted
/// (by argument-dependent lookup) for a std::string wherever <iomanip> is included.
struct Quoted {
  [[nodiscard]] std::string operator()(std::string_view characters) const;
};
inline constexpr Quoted quoted;

/// The characters of a checked JSON string, escapes decoded, a lone surrogate as U+FFFD; empty when `string` is not
/// one.
[[nodiscard]] std::string characters(const Json& string);

}  // namespace workbench::json
