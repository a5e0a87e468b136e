#include "registry/factory_guard.hpp"

#include <set>
#include <stdexcept>
#include <string>

namespace workbench::registry {

void require_make(bool has_make) {
  if (!has_make) throw std::invalid_argument("has no function that makes it");
}

void require_sound(const std::vector<OptionDescription>& options) {
  std::set<std::string> names;
  for (const OptionDescription& option : options) {
    if (option.name.empty()) throw std::invalid_argument("describes an option with an empty name");
    if (!names.insert(option.name).second) {
      throw std::invalid_argument("describes the option '" + option.name + "' twice");
    }
  }
}

OptionCheck guard_check(const PluginObject& object, PluginHost& host, OptionCheck check) {
  if (!check) return [](const Options&, Host&) { return std::vector<OptionError>(); };
  return [object, &host, check = std::move(check)](const Options& options, Host&) -> std::vector<OptionError> {
    try {
      return check(options, host);
    } catch (...) {
      return {{{}, failure_of_current_exception(object).message}};
    }
  };
}

}  // namespace workbench::registry
