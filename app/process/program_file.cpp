#include "process/program_file.hpp"

#include <filesystem>
#include <string_view>

namespace workbench::app {

std::string program_path() {
  std::string path = std::filesystem::read_symlink("/proc/self/exe").string();
  constexpr std::string_view kReplaced = " (deleted)";
  if (path.ends_with(kReplaced)) path.resize(path.size() - kReplaced.size());
  return path;
}

}  // namespace workbench::app
