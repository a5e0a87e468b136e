#include "json_text.hpp"

#include <array>
#include <charconv>

#include "json/lookup.hpp"

namespace workbench::demo {

ObjectText& ObjectText::raw(std::string_view name, std::string_view json) {
  if (text_.size() > 1) text_ += ',';
  json::append_quoted(text_, name);
  text_.append(":").append(json);
  return *this;
}

ObjectText& ObjectText::text(std::string_view name, std::string_view characters) {
  return raw(name, json::quoted(characters));
}

ObjectText& ObjectText::number(std::string_view name, double value) {
  return raw(name, number_text(value));
}

ObjectText& ObjectText::number(std::string_view name, std::size_t value) {
  return raw(name, std::to_string(value));
}

ObjectText& ObjectText::boolean(std::string_view name, bool value) {
  return raw(name, value ? "true" : "false");
}

std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), written.ptr};
}

}  // namespace workbench::demo
