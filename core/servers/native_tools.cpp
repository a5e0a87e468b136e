#include "servers/native_tools.hpp"

#include "schema_repair/native_definition.hpp"

namespace workbench::servers {

Json NativeTools::add(const std::string& name, const Json& definition) {
  schema_repair::NativeDefinition native = schema_repair::native_definition(definition);
  if (native.for_models.text() != native.definition.text()) for_models_[name] = std::move(native.for_models);
  if (!native.own_names.empty()) own_names_[name] = std::move(native.own_names);
  return std::move(native.definition);
}

const schema_repair::ArgumentNames* NativeTools::renamed_arguments(std::string_view name) const {
  const auto found = own_names_.find(name);
  return found == own_names_.end() ? nullptr : &found->second;
}

Json NativeTools::by_own_names(std::string_view name, Json arguments) const {
  const schema_repair::ArgumentNames* const own_names = renamed_arguments(name);
  return own_names == nullptr ? std::move(arguments) : schema_repair::with_own_names(arguments, *own_names);
}

}  // namespace workbench::servers
