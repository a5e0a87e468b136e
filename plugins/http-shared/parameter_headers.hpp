#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// An argument of a tool that its input schema marks with `x-mcp-header`: a header mirrors it.
struct ParameterHeader {
  std::string name;               ///< without `Mcp-Param-`
  std::vector<std::string> path;  ///< of member names, from the arguments
};

/// The parameter headers of the tool with this `definition` (an object); most tools have none.
/// protocol: an `x-mcp-header` breaks a rule, which the message names; clients must ignore such a tool.
[[nodiscard]] Result<std::vector<ParameterHeader>> read_parameter_headers(const JsonAccess& json,
                                                                          const Json& definition);

/// The encoded value of `header` for these `arguments` (absent: none). Absent if the argument is absent or null: then
/// there is no header.
[[nodiscard]] std::optional<std::string> header_value_of(const JsonAccess& json, const ParameterHeader& header,
                                                         const Json& arguments);

/// Whether `text`, the decoded value of a header, mirrors the argument: to the character, but for other notations of
/// the same integer (42.0, 4.2e1), because numbers are compared "numerically, not as strings"
/// ("basic/transports/streamable-http", Custom Headers).
[[nodiscard]] bool is_mirrored_by(const JsonAccess& json, const ParameterHeader& header, const Json& arguments,
                                  std::string_view text);

/// Whether a name on the way to the argument of `header` occurs more than once, so that two readers could find two
/// values.
[[nodiscard]] bool is_repeated(const JsonAccess& json, const ParameterHeader& header, const Json& arguments);

}  // namespace workbench::http
