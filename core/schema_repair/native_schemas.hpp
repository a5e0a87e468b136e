#pragma once

#include "schema_repair/native_draft.hpp"

namespace workbench::schema_repair {

/// The part of native_definition() that concerns single schemas, wherever they are in the definition. All that it does
/// to the text is done at once.
void rewrite_schemas(NativeDraft& draft);

}  // namespace workbench::schema_repair
