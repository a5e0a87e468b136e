#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace workbench::gateway {

/// A longer scheme is taken for none: URIs come from outside, and their schemes are kept for each server.
inline constexpr std::size_t kMaxSchemeBytes = 64;

/// The scheme of a URI or of a URI template, in lower case, because case does not matter in it (RFC 3986, 3.1). Empty:
/// the text does not begin with one, as a relative reference and a template like `{+uri}`.
[[nodiscard]] std::string scheme_of(std::string_view uri);

}  // namespace workbench::gateway
