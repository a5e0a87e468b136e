#include "registry/inspect_plugin.hpp"

#include <algorithm>
#include <array>
#include <boost/dll/library_info.hpp>
#include <cerrno>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "registry/abi_parts.hpp"
#include "registry/refuse_file.hpp"

namespace workbench::registry {
namespace {

namespace fs = std::filesystem;

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
    refuse_file(file, "does not tell which ABI it was built for: it exports no symbol 'workbench_abi_...'",
                kBuildAgain);
  }
  if (found.size() > 1) {
    refuse_file(file, "tells of " + std::to_string(found.size()) + " ABIs that it was built for where one was expected",
                "use WORKBENCH_PLUGIN once and " + std::string(kBuildAgain));
  }
  const std::string difference = abi_difference(found.front(), own_abi_symbol());
  if (!difference.empty()) refuse_file(file, "was built for another workbench: " + difference, kBuildAgain);
}

}  // namespace

void inspect_plugin(const fs::path& file) {
  require_regular_file(file);
  require_elf(file);
  const std::vector<std::string> symbols = exported_symbols(file);
  require_descriptor(file, symbols);
  require_own_abi(file, symbols);
}

}  // namespace workbench::registry
