#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/settings/settings.hpp"
#include "registry/registry.hpp"

namespace workbench::app {

/// The variables of the environment that are meant for the workbench itself: its settings, what the service manager has
/// set for it, and what its options name as holding tokens or keys. A server gets them only if its entry names them
/// whole.
class OwnVariables {
 public:
  OwnVariables(const config::Settings& settings, const registry::Registry& registry);

  /// The names of all others that begin so. Names that cannot be in a list with commas are left out.
  [[nodiscard]] std::vector<std::string> others_with(std::string_view beginning) const;

 private:
  [[nodiscard]] bool contains(std::string_view name) const;

  std::vector<std::string> named_by_options_;
};

}  // namespace workbench::app
