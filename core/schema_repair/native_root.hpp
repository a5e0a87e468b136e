#pragma once

#include "schema_repair/native_draft.hpp"

namespace workbench::schema_repair {

/// Whether an `inputSchema` has a keyword at its root that leaves it for a host of models.
[[nodiscard]] bool has_keywords_that_models_refuse(const Json& schema);

/// The part of native_definition() that concerns the root of the `inputSchema` as a whole: keywords that are refused
/// there, and names of arguments. The properties that a refused keyword describes become properties of the root, and
/// the tool's description repeats the keyword, for a host of models or if an argument gets another name. References to
/// what has moved are changed with it.
void rewrite_root(NativeDraft& draft);

}  // namespace workbench::schema_repair
