#include "mcp/mirrored_headers.hpp"

#include <string_view>

#include "http-shared/header_value.hpp"
#include "http-shared/parameter_headers.hpp"

namespace workbench::http {
namespace {

std::optional<std::string> compare(const Headers& headers, std::string_view name, std::string_view expected,
                                   std::string_view mirrored) {
  const std::string* header = headers.find(name);
  if (header == nullptr) return "the header " + std::string(name) + " is missing";
  const auto text = decode_header_value(*header);
  if (!text) return "the header " + std::string(name) + " is malformed";
  if (*text == expected) return std::nullopt;
  return "the header " + std::string(name) + " does not match the body's " + std::string(mirrored);
}

Error mismatch(const std::string& header, const char* what) {
  return {ErrorKind::invalid_argument, "the header " + header + " " + what};
}

}  // namespace

std::optional<std::string> find_header_mismatch(const Headers& headers, const MessageHead& head) {
  if (!head.protocol_version.empty()) {
    const std::string* version = headers.find("MCP-Protocol-Version");
    if (version == nullptr) return "the header MCP-Protocol-Version is missing";
    if (*version != head.protocol_version) {
      return "the header MCP-Protocol-Version does not match the body's protocol version";
    }
  }
  if (head.kind != MessageHead::Kind::request) return std::nullopt;
  if (auto mismatch = compare(headers, "Mcp-Method", head.method, "method")) return mismatch;
  if (!head.has_name || (!head.requires_name && !headers.has("Mcp-Name"))) return std::nullopt;
  return compare(headers, "Mcp-Name", head.name, "name");
}

Result<void> check_parameter_headers(const Headers& headers, const Json& definition, const Json& arguments,
                                     const JsonAccess& json) {
  const auto parameters = read_parameter_headers(json, definition);
  if (!parameters) return {};  // the annotations are invalid, so no client can follow them
  for (const ParameterHeader& parameter : *parameters) {
    const std::string name = "Mcp-Param-" + parameter.name;
    const bool is_expected = header_value_of(json, parameter, arguments).has_value();
    const std::string* header = headers.find(name);
    if (header == nullptr && headers.has(name)) return mismatch(name, "occurs more than once");
    if (is_repeated(json, parameter, arguments)) {
      return mismatch(name, "mirrors an argument that occurs more than once");
    }
    if (header == nullptr && !is_expected) continue;
    if (header == nullptr) return mismatch(name, "is missing");
    const auto text = decode_header_value(*header);
    if (!text) return mismatch(name, "is malformed");
    if (!is_mirrored_by(json, parameter, arguments, *text)) {
      return mismatch(name, "does not match the body's arguments");
    }
  }
  return {};
}

}  // namespace workbench::http
