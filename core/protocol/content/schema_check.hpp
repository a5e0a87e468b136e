#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

/// Whether a value certainly does not conform to a JSON Schema, so that every validator refuses it. What this does not
/// judge counts as conforming: `pattern`, `format`, `not`, conditions, references that leave the schema or do not name
/// a path, a second match of `oneOf`, and what is nested more deeply than 64 levels or takes too long, which is some
/// milliseconds. Recurses, within these bounds. [any thread]
[[nodiscard]] bool contradicts_schema(const Json& value, const Json& schema);

}  // namespace workbench::protocol
