#include "gateway/exposure/uri_scheme.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace workbench::gateway {
namespace {

/// RFC 3986, 3.1: ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
bool is_scheme(std::string_view text) {
  return !text.empty() && base::is_ascii_letter(text.front()) && std::all_of(text.begin(), text.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || byte == '+' || byte == '-' || byte == '.';
  });
}

}  // namespace

std::string scheme_of(std::string_view uri) {
  const std::size_t colon = uri.substr(0, kMaxSchemeBytes + 1).find(':');
  if (colon == std::string_view::npos || !is_scheme(uri.substr(0, colon))) return {};
  return base::ascii_lower(uri.substr(0, colon));
}

}  // namespace workbench::gateway
