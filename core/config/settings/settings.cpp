#include "config/settings/settings.hpp"

namespace workbench::config {

const KindSettings& Settings::of(const registry::Kind& kind) const {
  static const KindSettings none;
  const auto found = of_kinds.find(kind.name);
  return found == of_kinds.end() ? none : found->second;
}

}  // namespace workbench::config
