#include "registry/plugin_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/dll/library_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file_access.hpp"
#include "base/text.hpp"
#include "registry/abi_parts.hpp"
#include "registry/plugin_refused.hpp"

namespace workbench::registry {
namespace {

namespace fs = std::filesystem;

// --- Finding ---------------------------------------------------------------------------------------------------------

bool is_there(const fs::path& file) {
  std::error_code unreachable;
  return fs::exists(fs::symlink_status(file, unreachable));
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
    throw PluginRefused("plugin " + base::in_quotes(name) +
                        " was not found, because the plugin path has no folder in it; add " + "the folder that holds " +
                        base::in_quotes(std::string(name) + ".so"));
  }

  std::string searched;
  for (const fs::path& folder : path) {
    const fs::path file = fs::absolute(folder / (std::string(name) + ".so"));
    if (is_there(file)) return file;
    searched += (searched.empty() ? "" : ", ") + base::in_quotes(file.native());
  }
  throw PluginRefused("plugin " + base::in_quotes(name) + " was not found (searched: " + searched +
                      "); install it there, or correct its name or the plugin path");
}

void refuse_file(const fs::path& file, std::string_view what, std::string_view remedy) {
  throw PluginRefused(
      std::string("plugin file '").append(file.native()).append("' ").append(what).append("; ").append(remedy));
}

// --- Inspecting ------------------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kBuildAgain = "build it again with workbench_add_plugin() of this workbench";

void require_regular_file(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::is_regular_file(status)) return;
  if (status.type() == fs::file_type::not_found) {
    refuse_file(file, "is a symbolic link to nothing", "install what it points to");
  }
  if (error) refuse_file(file, "cannot be reached (" + error.message() + ")", "give this user access to it");
  refuse_file(file, fs::is_directory(status) ? "is a folder, not a shared library" : "is not a regular file",
              "name the plugin's .so file");
}

void require_elf(const fs::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const std::string reason = std::generic_category().message(errno);
    refuse_file(file, "cannot be read (" + reason + ")", "give this user the right to read it");
  }
  std::array<char, 4> magic{};
  stream.read(magic.data(), magic.size());
  if (stream.gcount() == 0) refuse_file(file, "is empty, not a shared library", kBuildAgain);
  if (std::string_view(magic.data(), magic.size()) != "\177ELF") {
    refuse_file(file, "is not a shared library: it does not begin like an ELF file", kBuildAgain);
  }
}

std::vector<std::string> exported_symbols(const fs::path& file) {
  try {
    return boost::dll::library_info(file).symbols();
  } catch (const std::exception&) {
    refuse_file(file, "is damaged or cut short: its list of symbols cannot be read", "copy or build it again");
  }
}

void require_descriptor(const fs::path& file, const std::vector<std::string>& symbols) {
  if (std::find(symbols.begin(), symbols.end(), "workbench_plugin") != symbols.end()) return;
  refuse_file(file, "is a shared library but not a workbench plugin: it does not export 'workbench_plugin'",
              "put WORKBENCH_PLUGIN(...) into one of its sources, or take it out of the list of plugins");
}

void require_own_abi(const fs::path& file, const std::vector<std::string>& symbols) {
  std::vector<std::string_view> found;
  for (const std::string& symbol : symbols) {
    if (symbol.compare(0, kAbiSymbolPrefix.size(), kAbiSymbolPrefix) == 0) found.push_back(symbol);
  }
  if (found.empty()) {
    refuse_file(file, "does not say which ABI it was built for: it exports no symbol 'workbench_abi_...'", kBuildAgain);
  }
  if (found.size() > 1) {
    refuse_file(file, "names " + std::to_string(found.size()) + " ABIs that it was built for where one was expected",
                "use WORKBENCH_PLUGIN once and " + std::string(kBuildAgain));
  }
  const std::string difference = abi_difference(found.front(), own_abi_symbol());
  if (!difference.empty()) refuse_file(file, "was built for another workbench: " + difference, kBuildAgain);
}

}  // namespace

void require_own_file(const fs::path& file) {
  const auto found = base::look_up(file, ::geteuid());
  if (!found || !found->foreign) return;  // inspect_plugin() says what is wrong with one that cannot be reached
  refuse_file(file, "is not loaded, because " + found->foreign->text(),
              found->foreign->remedy + "; plugins.checkFiles = false loads it in spite of that");
}

void inspect_plugin(const fs::path& file) {
  require_regular_file(file);
  require_elf(file);
  const std::vector<std::string> symbols = exported_symbols(file);
  require_descriptor(file, symbols);
  require_own_abi(file, symbols);
}

// --- Loading ---------------------------------------------------------------------------------------------------------

namespace {

// Never destroyed, because that would unload them: code of a plugin may run until the very end of the process.
std::vector<boost::dll::shared_library>& loaded_for_ever() {
  static auto& libraries = *new std::vector<boost::dll::shared_library>;
  return libraries;
}

// The dynamic linker's own message, without Boost.DLL's words around it and without the file, which we name.
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
