#include "registry/kind_table.hpp"

namespace workbench::registry {

std::span<const Kind> kinds() {
  return kKindTable;
}

}  // namespace workbench::registry
