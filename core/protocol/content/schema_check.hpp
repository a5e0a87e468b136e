#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

/// Whether a value certainly does not conform to a JSON Schema, so that every validator refuses it. What this does not
/// judge counts as conforming:
/// - `pattern`, `format`, `not`, conditions, and a second match of `oneOf`;
/// - references that leave the schema or do not name a path, and those inside a part with an `$id` of its own, or into
/// it;
/// - what is beside a reference, in dialects that ignore it;
/// - elements that `prefixItems` describes: some clients read every schema as draft-07, which does not know it;
/// - all of a schema in another dialect than draft-06 and its successors, and a part with a `$schema` of its own;
/// - what is nested more deeply than 64 levels;
/// - all of a value whose comparison takes too long. Whatever is read is counted, so that the time does not grow with
/// the
///   schema or the value: some 20 milliseconds at most. A table of a thousand rows takes a few.
/// Recurses, within these bounds. [any thread]
[[nodiscard]] bool contradicts_schema(const Json& value, const Json& schema);

}  // namespace workbench::protocol
