#pragma once

#include <map>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>

#include "config/settings/settings.hpp"
#include "registry/registry.hpp"

namespace workbench::app {

/// Reads and checks the options of one object of a plugin, as the settings have them: by the types that the plugin has
/// described, and by what it finds wrong with them itself. Adds to `errors` whole sentences that begin with the place
/// of an option; the options are complete only if there are none.
class ObjectOptionsReader {
 public:
  /// `texts`: the options of the object `name`. All outlive it.
  ObjectOptionsReader(const registry::Kind& kind, const std::string& name,
                      const std::map<std::string, config::OptionText>& texts, std::vector<std::string>& errors);

  [[nodiscard]] Options read(const registry::ObjectOptions& object, Host& host);

 private:
  [[nodiscard]] Options read(const std::vector<OptionDescription>& descriptions);
  [[nodiscard]] std::string no_such_option(const std::string& name,
                                           const std::vector<OptionDescription>& descriptions) const;
  void add_error(const std::string& option, const std::string& what);

  const registry::Kind& kind_;
  const std::string prefix_;  ///< "listener.http."
  const std::map<std::string, config::OptionText>& texts_;
  std::vector<std::string>& errors_;
};

}  // namespace workbench::app
