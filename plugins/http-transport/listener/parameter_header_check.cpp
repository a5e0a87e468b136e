#include "listener/parameter_header_check.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "listener/mirrored_headers.hpp"
#include "shared/parameter_headers.hpp"

namespace workbench::http {
namespace {

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `1` and `1.0` are the same integer.
bool are_same(const std::string& one, const std::string& other) {
  if (one == other) return true;
  const auto number = number_in(one);
  return number && number == number_in(other);
}

Error disagreeing(const std::string& field, const char* what) {
  return {ErrorKind::invalid_argument, "the field " + field + " " + what};
}

}  // namespace

Result<void> fields_agree(const Fields& fields, const Json& definition, const Json& arguments, const JsonAccess& json) {
  const auto headers = read_parameter_headers(json, definition);
  if (!headers) return {};  // against the rules: no client can follow it
  for (const ParameterHeader& header : *headers) {
    const std::string name = "Mcp-Param-" + header.name;
    const auto expected = header_value_of(json, header, arguments);
    const std::string* field = fields.find(name);
    if (field == nullptr && fields.has(name)) return disagreeing(name, "comes more than once");
    if (field == nullptr && !expected) continue;
    if (field == nullptr) return disagreeing(name, "is missing");
    const auto text = decoded_field(*field);
    if (!text) return disagreeing(name, "is malformed");
    if (!expected || !are_same(*text, *decoded_field(*expected))) {
      return disagreeing(name, "is not what the body's arguments say");
    }
  }
  return {};
}

}  // namespace workbench::http
