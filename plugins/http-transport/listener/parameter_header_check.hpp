#pragma once

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "listener/request.hpp"

namespace workbench::http {

/// Whether the `Mcp-Param-*` fields of a POST are the `arguments` (absent: none) that the `definition` of the tool
/// marks with `x-mcp-header` ("basic/transports/streamable-http", Custom Headers from Tool Parameters). [any thread]
/// invalid_argument: one is missing, malformed, or says something else.
[[nodiscard]] Result<void> fields_agree(const Fields& fields, const Json& definition, const Json& arguments,
                                        const JsonAccess& json);

}  // namespace workbench::http
