#include "registry/find_plugin.hpp"

#include <string>
#include <system_error>

#include "registry/refuse_file.hpp"
#include "registry/registry.hpp"

namespace workbench::registry {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
  std::error_code unreachable;
  return fs::exists(fs::symlink_status(file, unreachable));
}

std::string in_quotes(std::string_view text) {
  return std::string("'").append(text).append("'");
}

fs::path file_itself(std::string_view name) {
  const fs::path file = fs::absolute(name);
  if (is_there(file)) return file;
  refuse_file(file, "does not exist", "correct its path in the list of plugins");
}

}  // namespace

fs::path find_plugin(std::string_view name, const std::vector<fs::path>& path) {
  if (name.empty()) throw PluginRefused("the list of plugins has an empty name in it; name a plugin or take it out");
  if (name.find('/') != std::string_view::npos) return file_itself(name);
  if (path.empty()) {
    throw PluginRefused("plugin " + in_quotes(name) +
                        " was not found, because the plugin path has no folder in it; add " + "the folder that holds " +
                        in_quotes(std::string(name) + ".so"));
  }

  std::string searched;
  for (const fs::path& folder : path) {
    const fs::path file = fs::absolute(folder / (std::string(name) + ".so"));
    if (is_there(file)) return file;
    searched += (searched.empty() ? "" : ", ") + in_quotes(file.native());
  }
  throw PluginRefused("plugin " + in_quotes(name) + " was not found (searched: " + searched +
                      "); install it there, or correct its name or the plugin path");
}

}  // namespace workbench::registry
