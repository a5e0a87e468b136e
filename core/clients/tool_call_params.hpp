#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::clients {

/// The params of a `tools/call`.
struct ToolCallParams {
  std::string name;
  Json arguments;  ///< an object, or absent
  Json meta;       ///< an object, or absent
};

/// invalid_argument: the params are malformed; the message begins with "tools/call: ".
[[nodiscard]] Result<ToolCallParams> read_tool_call(const Json& params);

}  // namespace workbench::clients
