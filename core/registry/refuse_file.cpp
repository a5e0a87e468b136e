#include "registry/refuse_file.hpp"

#include <string>

#include "registry/registry.hpp"

namespace workbench::registry {

void refuse_file(const std::filesystem::path& file, std::string_view what, std::string_view remedy) {
  throw PluginRefused(
      std::string("plugin file '").append(file.native()).append("' ").append(what).append("; ").append(remedy));
}

}  // namespace workbench::registry
