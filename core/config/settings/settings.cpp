#include "config/settings/settings.hpp"

#include <algorithm>

namespace workbench::config {

std::vector<std::string> Settings::all_plugins() const {
  std::vector<std::string> all = plugins;
  for (const std::string& plugin : added_plugins) {
    if (std::find(all.begin(), all.end(), plugin) == all.end()) all.push_back(plugin);
  }
  return all;
}

const KindSettings& Settings::of(const registry::Kind& kind) const {
  static const KindSettings none;
  const auto found = of_kinds.find(kind.name);
  return found == of_kinds.end() ? none : found->second;
}

}  // namespace workbench::config
