#include "login/form.hpp"

#include <algorithm>
#include <utility>

#include "http-shared/crypto.hpp"
#include "http-shared/header_value.hpp"

namespace workbench::http::login {
namespace {

std::string decode_form_text(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at != text.size(); ++at) {
    if (text[at] == '%') {
      const auto byte = decode_hex(text.substr(at + 1, 2));
      if (byte && byte->size() == 1) {
        decoded += *byte;
        at += 2;
        continue;
      }
    }
    decoded += text[at] == '+' ? ' ' : text[at];
  }
  return decoded;
}

}  // namespace

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

Form decode_form(std::string_view text) {
  Form form;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    form.emplace_back(decode_form_text(pair.substr(0, equals)),
                      decode_form_text(pair.substr(std::min(equals + 1, pair.size()))));
  }
  return form;
}

void add_parameter(Form& form, std::string_view name, std::string value) {
  if (!value.empty()) form.emplace_back(name, std::move(value));
}

const std::string* find_parameter(const Form& form, std::string_view name) {
  const auto found = std::find_if(form.begin(), form.end(), [&](const auto& pair) { return pair.first == name; });
  return found == form.end() ? nullptr : &found->second;
}

}  // namespace workbench::http::login
