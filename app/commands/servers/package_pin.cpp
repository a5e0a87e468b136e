#include "commands/servers/package_pin.hpp"

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

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

std::optional<PinAdvice> how_to_pin_package(const config::ServerEntry& entry) {
  const auto package = servers::package_in(entry.options.text("command"), entry.options.text_list("args"));
  if (!package || !package->version.empty() || package->name.find("://") != std::string::npos) return std::nullopt;
  const std::string version = installed_version(entry, *package);
  std::string remedy = "in \"args\": " + json::quoted(pinned_word(*package, version)) + " in the place of " +
                       json::quoted(package->spec);
  if (version.empty() && package->registry == Registry::npm) {
    remedy += "; npm view " + base::shell_word(package->name) + " version shows the latest one";
  }
  return PinAdvice{"The package of the server has no version, so another program may run tomorrow.", std::move(remedy)};
}

/// The name of an image without its tag: "host:5000/a/b:1" is "host:5000/a/b".
std::string without_tag(const std::string& image) {
  const std::size_t folder = image.rfind('/');
  const std::size_t colon = image.rfind(':');
  const bool has_tag = colon != std::string::npos && (folder == std::string::npos || colon > folder);
  return has_tag ? image.substr(0, colon) : image;
}

/// `key`: of the entry, that has the image.
std::optional<PinAdvice> how_to_pin_image(const std::string& image, std::string_view key, const std::string& engine) {
  constexpr const char* kFormat = " image inspect --format '{{index .RepoDigests 0}}' ";
  if (image.find("@sha256:") != std::string::npos) return std::nullopt;
  return PinAdvice{"The image of the server has no digest, so another program may run tomorrow.",
                   "in " + json::quoted(key) + ": " + json::quoted(without_tag(image) + "@sha256:DIGEST") +
                       " in the place of " + json::quoted(image) + "; " + engine + kFormat + base::shell_word(image) +
                       " shows it once the image is pulled"};
}

}  // namespace

std::optional<PinAdvice> how_to_pin(const config::ServerEntry& entry) {
  const std::string own_image = entry.options.text("image");
  const std::string runtime = entry.options.text("container.runtime");
  if (!own_image.empty()) return how_to_pin_image(own_image, "image", runtime.empty() ? "podman" : runtime);
  const std::string command = entry.options.text("command");
  const auto image = servers::image_in(command, entry.options.text_list("args"));
  if (image) return how_to_pin_image(*image, "args", std::string(servers::file_name_of(command)));
  return how_to_pin_package(entry);
}

}  // namespace workbench::app
