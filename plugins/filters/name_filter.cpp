#include "name_filter.hpp"

namespace workbench {

Result<std::unique_ptr<ToolFilter>> make_name_filter(std::string_view name) {
  if (name.empty()) {
    return Error{ErrorKind::invalid_argument,
                 "an empty name admits no tool; write the tool's name, such as \"read_file\", or remove the entry"};
  }
  return std::unique_ptr<ToolFilter>(std::make_unique<NameFilter>(name));
}

}  // namespace workbench
