#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace workbench::app {

/// One name that the operating system looks up on the way to a file.
struct PathStep {
  std::filesystem::path folder;  ///< absolute, without symbolic links
  std::string name;              ///< of a folder, a symbolic link or the file
  bool is_last;                  ///< the file is in this folder, unless the name is a symbolic link
};

/// Follows `path`, which is absolute, as the operating system does: for /etc/wb/conf.json, where wb is a link to /srv,
/// the steps are etc in /, wb in /etc, srv in / and conf.json in /srv. Names that do not exist are followed, too.
/// Each step is visited before its name is looked up, so a visitor that watches the folder misses nothing that happens
/// to the name later. Throws only what `visit` throws.
void walk_path(const std::filesystem::path& path, const std::function<void(const PathStep&)>& visit);

}  // namespace workbench::app
