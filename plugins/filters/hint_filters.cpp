#include "hint_filters.hpp"

#include <string>

namespace workbench::filters {

bool may_write(const Tool& tool) {
  return !tool.annotations.read_only_hint.value_or(false);
}

bool may_destroy(const Tool& tool) {
  return may_write(tool) && tool.annotations.destructive_hint.value_or(true);
}

bool reaches_open_world(const Tool& tool) {
  return tool.annotations.open_world_hint.value_or(true);
}

Result<std::unique_ptr<ToolFilter>> make_hint_filter(std::string_view scheme, std::string_view text,
                                                     HintFilter::ReadsHints reads_hints) {
  if (!text.empty()) {
    const std::string name(scheme);
    return Error{ErrorKind::invalid_argument, "nothing follows \"" + name + ":\"; write \"" + name +
                                                  ":\" alone, or \"name:\" and the whole name of "
                                                  "a tool"};
  }
  return std::unique_ptr<ToolFilter>(std::make_unique<HintFilter>(reads_hints));
}

}  // namespace workbench::filters
