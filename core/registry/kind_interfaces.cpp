#include "registry/kind_interfaces.hpp"

#include <algorithm>

#include "registry/kind_table.hpp"

namespace workbench::registry {

static_assert(std::equal(kKindTable.begin(), kKindTable.end(), kKindInterfaces.begin(), kKindInterfaces.end(),
                         [](const Kind& row, const KindInterface& interface) { return row.name == interface.kind; }),
              "kKindTable and kKindInterfaces must have the same kinds in the same order");

std::span<const KindInterface> kind_interfaces() {
  return kKindInterfaces;
}

}  // namespace workbench::registry
