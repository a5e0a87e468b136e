// The headers that our client side sends for a tool's arguments are those that our server side requires. The first line
// of the input is a tool's definition, the rest its arguments.

#include <set>

#include "fuzzing.hpp"
#include "http-shared/header_value.hpp"
#include "http-shared/parameter_headers.hpp"
#include "json/scanner_json_access.hpp"
#include "mcp/mirrored_headers.hpp"

namespace {

using namespace workbench;
using namespace workbench::http;
using fuzzing::require;

constexpr std::size_t kMaxDepth = 64;

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const json::ScannerJsonAccess json(kMaxDepth);
  std::string_view input = fuzzing::text_of(data, size);
  const auto definition = json.checked(std::string(fuzzing::take_line(input)));
  const auto arguments = input.empty() ? Result<Json>(Json()) : json.checked(std::string(input));
  if (!definition || definition->kind() != JsonKind::object || !arguments) return 0;
  const auto parameters = read_parameter_headers(json, *definition);
  if (!parameters) return 0;

  Headers sent;
  std::set<std::string> names;
  for (const ParameterHeader& parameter : *parameters) {
    require(is_header_name(parameter.name), "a parameter's header has a valid name", parameter.name);
    require(names.insert(lower(parameter.name)).second, "no two parameters have the same header", parameter.name);
    if (is_repeated(json, parameter, *arguments)) return 0;  // which is refused
    const auto value = header_value_of(json, parameter, *arguments);
    if (!value) continue;
    require(is_header_value(*value) && decode_header_value(*value), "a parameter's value fits into a header", *value);
    sent.add("Mcp-Param-" + parameter.name, *value);
  }
  require(check_parameter_headers(sent, *definition, *arguments, json).has_value(),
          "what one side sends, the other accepts");

  // Without its last header, or with another value, the same call is refused.
  if (sent.begin() == sent.end()) return 0;
  Headers incomplete;
  Headers changed;
  for (auto header = sent.begin(); header != sent.end(); ++header) {
    const bool is_last = header + 1 == sent.end();
    if (!is_last) incomplete.add(header->first, header->second);
    const std::string value =
        is_last ? encode_header_value(*decode_header_value(header->second) + "x") : header->second;
    changed.add(header->first, value);
  }
  require(!check_parameter_headers(incomplete, *definition, *arguments, json), "a missing header is refused");
  require(!check_parameter_headers(changed, *definition, *arguments, json), "a different header is refused");
  return 0;
}
