#include "oauth/form.hpp"

#include "shared/header_value.hpp"

namespace workbench::http::oauth {

std::string encode_form_text(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    if (is_alphanumeric(c) || std::string_view("-._~").find(c) != std::string_view::npos) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += '%';
    encoded += kDigits[byte >> 4];
    encoded += kDigits[byte & 15];
  }
  return encoded;
}

std::string encode_form(const Form& form) {
  std::string text;
  for (const auto& [name, value] : form) {
    if (!text.empty()) text += '&';
    text.append(encode_form_text(name)).append("=").append(encode_form_text(value));
  }
  return text;
}

}  // namespace workbench::http::oauth
