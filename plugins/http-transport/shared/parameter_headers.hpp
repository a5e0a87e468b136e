#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// An argument of a tool that is mirrored in a header, as `x-mcp-header` in the tool's input schema asks.
struct ParameterHeader {
  std::string name;               ///< what follows `Mcp-Param-`
  std::vector<std::string> path;  ///< the members that lead to it from the arguments
};

/// The headers that the tool's `definition` (an object) asks for, none for most tools. An error says which rule for
/// `x-mcp-header` it breaks: such a tool must not be offered.
[[nodiscard]] Result<std::vector<ParameterHeader>> read_parameter_headers(const JsonAccess& json,
                                                                          const Json& definition);

/// The value of `header` for these `arguments` (absent: none), already encoded. Absent or null there: no header, which
/// is an empty optional.
[[nodiscard]] std::optional<std::string> header_value_of(const JsonAccess& json, const ParameterHeader& header,
                                                         const Json& arguments);

}  // namespace workbench::http
