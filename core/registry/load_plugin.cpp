#include "registry/load_plugin.hpp"

#include <boost/dll/shared_library.hpp>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "registry/refuse_file.hpp"
#include "registry/registry.hpp"

namespace workbench::registry {
namespace {

namespace fs = std::filesystem;

// Never destroyed, because that would unload them: code of a plugin may run until the very end of the process.
std::vector<boost::dll::shared_library>& loaded_for_ever() {
  static auto& libraries = *new std::vector<boost::dll::shared_library>;
  return libraries;
}

// The dynamic linker's own words, without what Boost.DLL says around them and without the file, which we name.
std::string reason_in(std::string_view message, const fs::path& file) {
  constexpr std::string_view before = "dlerror system message: ";
  constexpr std::string_view after = "): ";
  if (const std::size_t begin = message.find(before); begin != std::string_view::npos) {
    message.remove_prefix(begin + before.size());
    message = message.substr(0, message.rfind(after));
  }
  const std::string prefix = file.native() + ": ";
  if (message.substr(0, prefix.size()) == prefix) message.remove_prefix(prefix.size());
  return std::string(message);
}

bool is_given(const char* text) {
  return text != nullptr && *text != '\0';
}

void require_sound(const PluginDescriptor& descriptor, const fs::path& file) {
  constexpr std::string_view remedy = "make it with WORKBENCH_PLUGIN(name, version, function)";
  if (descriptor.magic != PluginDescriptor::kMagic || descriptor.size != sizeof(PluginDescriptor)) {
    refuse_file(file, "exports a 'workbench_plugin' that is not a plugin descriptor", remedy);
  }
  if (!is_given(descriptor.name)) refuse_file(file, "has no name in its plugin descriptor", remedy);
  if (!is_given(descriptor.version)) refuse_file(file, "has no version in its plugin descriptor", remedy);
  if (descriptor.register_plugin == nullptr) {
    refuse_file(file, "has no registering function in its plugin descriptor", remedy);
  }
}

}  // namespace

const PluginDescriptor& load_plugin(const fs::path& file) {
  try {
    using boost::dll::load_mode::rtld_local;
    using boost::dll::load_mode::rtld_now;
    boost::dll::shared_library library(file, rtld_now | rtld_local);
    const auto& descriptor = library.get<const PluginDescriptor>("workbench_plugin");
    loaded_for_ever().push_back(std::move(library));
    require_sound(descriptor, file);
    return descriptor;
  } catch (const PluginRefused&) {
    throw;
  } catch (const std::exception& error) {
    refuse_file(file, "cannot be loaded: " + reason_in(error.what(), file),
                "link it with everything that it uses and build it again");
  }
}

}  // namespace workbench::registry
