#include "commands/lock/other_folder.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

namespace workbench::app {

OtherFolder::OtherFolder() {
  std::error_code failed;
  std::string name = (std::filesystem::temp_directory_path(failed) / "mcp-workbench-lock-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) path_ = name;
}

OtherFolder::~OtherFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace workbench::app
