#include "commands/servers/package_pin.hpp"

#include <filesystem>

#include "base/shell_word.hpp"
#include "json/escape.hpp"
#include "servers/npm_integrity.hpp"
#include "servers/package_words.hpp"
#include "servers/start_facts.hpp"
#include "startup/startup.hpp"

namespace workbench::app {
namespace {

using Registry = servers::PackageWords::Registry;

/// The version that npx runs now; empty: it has not installed it here.
std::string installed_version(const config::ServerEntry& entry, const servers::PackageWords& package) {
  const std::filesystem::path cache = servers::StartFacts(environment_of_process).npm_cache(entry);
  if (package.registry != Registry::npm || cache.empty()) return {};
  return servers::npx_record(cache, package.spec, package.name).version;
}

std::string pinned_word(const servers::PackageWords& package, const std::string& version) {
  const std::string prefix = package.registry == Registry::python ? "==" : "@";
  return package.name + prefix + (version.empty() ? "VERSION" : version);
}

}  // namespace

std::optional<std::string> how_to_pin(const config::ServerEntry& entry) {
  const auto package = servers::package_in(entry.options.text("command"), entry.options.text_list("args"));
  if (!package || !package->version.empty() || package->name.find("://") != std::string::npos) return std::nullopt;
  const std::string version = installed_version(entry, *package);
  std::string remedy = "in \"args\": " + json::quoted(pinned_word(*package, version)) + " in the place of " +
                       json::quoted(package->spec);
  if (version.empty() && package->registry == Registry::npm) {
    remedy += "; npm view " + base::shell_word(package->name) + " version shows the latest one";
  }
  return remedy;
}

}  // namespace workbench::app
