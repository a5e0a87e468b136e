#pragma once

#include <workbench/json.hpp>

#include "schema_repair/argument_names.hpp"

namespace workbench::schema_repair {

/// Who reads a native definition, as NativeDefinition has it.
enum class NativeReader { any_client, host_of_models };

/// A native definition that is being made.
struct NativeDraft {
  Json definition;
  NativeReader reader;
  ArgumentNames own_names = {};
};

}  // namespace workbench::schema_repair
