#include "requests/positive_number.hpp"

#include <charconv>

#include "json/lookup.hpp"

namespace workbench::app {

std::optional<std::uint64_t> positive_number(const Json& params, std::string_view name, std::uint64_t if_absent) {
  const Json value = json::member(params, name);
  if (value.is_absent()) return if_absent;
  const std::string_view text = value.text();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && number > 0;
  return is_number ? std::optional(number) : std::nullopt;
}

}  // namespace workbench::app
