#include "http-shared/header_value.hpp"

#include <algorithm>

#include "http-shared/crypto.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kPrefix = "=?base64?";
constexpr std::string_view kSuffix = "?=";

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool is_encoded(std::string_view value) {
  return value.size() >= kPrefix.size() + kSuffix.size() && value.starts_with(kPrefix) && value.ends_with(kSuffix);
}

}  // namespace

bool is_header_name(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_alphanumeric(c) || kMarks.find(c) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return c == '\t' || (c >= ' ' && c < '\x7f'); });
}

std::string encode_header_value(std::string_view text) {
  const bool has_outer_blank = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
  if (is_header_value(text) && !has_outer_blank && !is_encoded(text)) return std::string(text);
  return std::string(kPrefix).append(encode_base64(text)).append(kSuffix);
}

std::optional<std::string> decode_header_value(std::string_view value) {
  if (is_encoded(value)) {
    value.remove_prefix(kPrefix.size());
    value.remove_suffix(kSuffix.size());
    return decode_base64(value);
  }
  if (!is_header_value(value)) return std::nullopt;
  return std::string(value);
}

}  // namespace workbench::http
