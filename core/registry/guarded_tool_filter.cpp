#include "registry/guarded_tool_filter.hpp"

#include <utility>

namespace workbench::registry {

Result<bool> GuardedToolFilter::admits(const Tool& tool) const {
  try {
    return filter_->admits(tool);
  } catch (...) {
    return failure_of_current_exception(object_);
  }
}

GuardedToolFilterFactory make_guarded_tool_filter_factory(PluginObject object, ToolFilterFactory factory) {
  return [object = std::move(object),
          factory = std::move(factory)](std::string_view text) -> Result<std::unique_ptr<GuardedToolFilter>> {
    try {
      auto filter = factory(text);
      if (!filter) return filter.error();
      if (*filter == nullptr) return plugin_failure(object, "made neither a filter nor an error");
      return std::make_unique<GuardedToolFilter>(object, *std::move(filter));
    } catch (...) {
      return failure_of_current_exception(object);
    }
  };
}

}  // namespace workbench::registry
