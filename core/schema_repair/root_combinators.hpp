#pragma once

#include <workbench/json.hpp>

namespace workbench::schema_repair {

/// A tool's definition for a client that passes it to a model's API as it is. The Messages API refuses a request, in
/// every turn, for one tool with `anyOf`, `oneOf` or `allOf` at the root of its `inputSchema`: the properties that they
/// describe are put into those of the root, so that the schema allows more, and the description says what else holds.
/// Shares the text of `definition` if there is nothing to change.
[[nodiscard]] Json without_root_combinators(const Json& definition);

}  // namespace workbench::schema_repair
