#include "install/installation_tree.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <system_error>

#include "process/program_lookup.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kMaxVersionWait{10};

fs::path without_links(const fs::path& path) {
  std::error_code failed;
  const fs::path canonical = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal() : canonical;
}

/// Whether `path` is in `folder`, at any depth. A folder that is not known has nothing.
bool is_below(const fs::path& path, const fs::path& folder) {
  if (!folder.is_absolute() || folder == folder.root_path()) return false;
  const fs::path above = without_links(folder);
  const auto [end, begin] = std::mismatch(above.begin(), above.end(), path.begin(), path.end());
  return end == above.end() && begin != path.end();
}

/// npm unpacks packages into folders of this name, those of npx below its cache.
bool is_of_npm(const fs::path& root) {
  return std::find(root.begin(), root.end(), "node_modules") != root.end();
}

bool is_in_a_cache(const fs::path& root, const config::Environment& environment) {
  const fs::path home = environment("HOME").value_or("");
  for (const fs::path& cache :
       {fs::path("/tmp"), fs::path("/var/tmp"), fs::path("/dev/shm"), fs::path(environment("TMPDIR").value_or("")),
        fs::path(environment("XDG_CACHE_HOME").value_or("")), home.empty() ? fs::path() : home / ".cache",
        home.empty() ? fs::path() : home / ".npm"}) {
    if (is_below(root, cache)) return true;
  }
  return false;
}

TreeKind kind_of(const InstallationTree& tree, const config::Environment& environment) {
  if (is_below(tree.root, data_folder_of_user(environment))) return TreeKind::user;
  if (tree.root == "/usr" || tree.root == "/usr/local") return TreeKind::system;
  const bool is_transient = is_of_npm(tree.root) || (tree.is_relocatable() && is_in_a_cache(tree.root, environment));
  return is_transient ? TreeKind::transient : TreeKind::folder;
}

/// Whether a folder may have this name.
bool is_name(std::string_view version) {
  constexpr std::string_view kAllowed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+~-_";
  return !version.empty() && version.front() >= '0' && version.front() <= '9' &&
         version.find_first_not_of(kAllowed) == std::string_view::npos;
}

}  // namespace

bool InstallationTree::is_relocatable() const {
  std::error_code failed;
  return fs::exists(root / "libexec/mcp-workbench", failed);
}

bool InstallationTree::contains(const fs::path& folder) const {
  const fs::path found = without_links(folder);
  return found == root || is_below(found, root);
}

InstallationTree tree_at(const fs::path& root, const config::Environment& environment) {
  std::error_code has_none;
  InstallationTree tree{without_links(fs::absolute(root, has_none))};
  tree.kind = kind_of(tree, environment);
  return tree;
}

InstallationTree tree_of_this_program(const config::Environment& environment) {
  std::string program = fs::read_symlink("/proc/self/exe").string();
  constexpr std::string_view kReplaced = " (deleted)";
  if (program.ends_with(kReplaced)) program.resize(program.size() - kReplaced.size());
  return tree_at(fs::path(program).parent_path().parent_path(), environment);  // above bin/ or libexec/
}

Result<std::string> version_of_tree(const InstallationTree& tree) {
  std::error_code failed;
  if (!fs::exists(tree.command(), failed) || !fs::is_directory(tree.root / "lib/mcp-workbench", failed)) {
    return Error{ErrorKind::not_found, tree.root.string() +
                                           " is not a tree of the program: it must have bin/mcp-workbench and "
                                           "lib/mcp-workbench; name the folder that has both"};
  }
  constexpr std::string_view kBeginning = "mcp-workbench ";
  const std::string line = version_of(tree.command(), kMaxVersionWait);
  if (!line.starts_with(kBeginning)) {
    return Error{ErrorKind::unavailable,
                 tree.command().string() + " does not run on this machine; run it with --version to see the reason"};
  }
  std::string version = line.substr(kBeginning.size(), line.find(' ', kBeginning.size()) - kBeginning.size());
  if (is_name(version)) return version;
  return Error{ErrorKind::invalid_argument,
               tree.command().string() + " has the version \"" + version + "\", which cannot be the name of a folder"};
}

}  // namespace workbench::app
